//! Compares two programs that were read: what is claimed of their results, their sites and their obligations.
//!
//! Sites are compared in pairs, in order, so that what a claim takes for granted was claimed before it. Which are
//! pairs, and which carried values are, is guessed; a wrong guess is a claim that no solver confirms.

use super::super::{ClaimKind, ProgramPlace, ProofPart};
use super::ledger::{ClaimSubject, Ledger, LedgerAtom, What, all, refined, same};
use super::reader::{CountingLoop, LaneShape, NoClaims, RegionSite, TermRead, TermReader, lane_name, unread};
use polyvet_ir::{BlockId, OpId, RegionId, ValueId};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// So many obligations of some operations in a row are claimed one by one; more are claimed several at once.
const CLAIMS_MAX: usize = 24;

/// The comparison of two functions.
pub(super) struct TermComparison<'m> {
    pub first: TermReader<'m>,
    pub second: TermReader<'m>,
    pub ledger: Rc<RefCell<Ledger>>,
    pub part: ProofPart,
    /// Conditions under which what is read is run at all.
    scope: Vec<String>,
    /// What holds if the first program is defined.
    givens: Vec<String>,
}

/// What one program passes on: values, and what memory is then.
struct ProgramEnds {
    values: Vec<Vec<LedgerAtom>>,
    memory: LedgerAtom,
    allocated: LedgerAtom,
}

impl<'m> TermComparison<'m> {
    pub fn new(first: TermReader<'m>, second: TermReader<'m>, ledger: Rc<RefCell<Ledger>>, part: ProofPart) -> Self {
        TermComparison {
            first,
            second,
            ledger,
            part,
            scope: Vec::new(),
            givens: Vec::new(),
        }
    }

    fn claim(
        &mut self,
        kind: ClaimKind,
        (name, says): (&str, &str),
        places: &[ProgramPlace],
        hypotheses: &[String],
        goal: &str,
    ) {
        let hypotheses = [&self.scope[..], hypotheses].concat();
        let asked = ClaimSubject {
            kind,
            name,
            says,
            places,
        };
        let ledger = self.ledger.borrow();
        ledger.claim(&mut self.part, asked, &hypotheses, &self.givens, goal);
    }

    fn places(&self, first: OpId, second: OpId) -> [ProgramPlace; 2] {
        [self.first.place(first), self.second.place(second)]
    }

    /// The bodies of two functions, whose arguments are known.
    pub fn bodies(&mut self, first: RegionId, second: RegionId) -> TermRead<()> {
        let count = |reader: &TermReader<'_>, region| reader.module.region(region).blocks.len();
        match (count(&self.first, first), count(&self.second, second)) {
            (1, 1) => {
                let [x, y] = [
                    self.first.module.region(first).blocks[0],
                    self.second.module.region(second).blocks[0],
                ];
                let (one, other) = (self.first.block(x)?, self.second.block(y)?);
                let is_return = |reader: &TermReader<'_>, op| reader.module.op(op).info().is_return();
                if !is_return(&self.first, one) || !is_return(&self.second, other) {
                    return unread("a function that does not end with a return");
                }
                self.ends((one, other), "result", true)
            }
            (0, _) | (_, 0) => unread("a function without a body"),
            _ => self.blocks(first, second),
        }
    }

    /// What both programs give in the end of a block, once all before is compared.
    fn ends(&mut self, (one, other): (OpId, OpId), what: &str, is_output: bool) -> TermRead<()> {
        let (x, y) = (values(&self.first, one)?, values(&self.second, other)?);
        self.levels()?;
        let places = self.places(one, other);
        let kind = if is_output {
            ClaimKind::Output
        } else {
            ClaimKind::Operand
        };
        if x.len() != y.len() {
            return unread("as many results are not given by both programs");
        }
        for (at, (x, y)) in x.iter().zip(&y).enumerate() {
            let goal = if is_output { refined(x, y) } else { same(x, y) };
            let name = format!("{what} {at}");
            self.claim(kind, (&name, "both programs give the same"), &places, &[], &goal);
        }
        let memories = [&self.first.memory, &self.second.memory].map(std::slice::from_ref);
        let goal = if is_output {
            refined(memories[0], memories[1])
        } else {
            same(memories[0], memories[1])
        };
        let name = format!("memory after {what}");
        self.claim(
            kind,
            (
                &name,
                "both programs leave the same in memory, and did the same to the world",
            ),
            &places,
            &[],
            &goal,
        );
        Ok(())
    }

    /// Compares what both programs have read since the last time.
    fn levels(&mut self) -> TermRead<()> {
        let (first, second) = (
            std::mem::take(&mut self.first.level),
            std::mem::take(&mut self.second.level),
        );
        let states = [&self.first, &self.second].map(|reader| (reader.memory.clone(), reader.allocated.clone()));
        self.givens.extend(first.obligations.into_iter().map(|one| one.text));
        let pairs = pairs(&first.sites, &second.sites);
        for (at, site) in second.sites.iter().enumerate() {
            match pairs.iter().find(|(_, other)| *other == at) {
                Some((one, _)) => self.pair(&first.sites[*one], site)?,
                None => self.alone(site)?,
            }
        }
        let [(memory, allocated), (second_memory, second_allocated)] = states;
        (self.first.memory, self.first.allocated) = (memory, allocated);
        (self.second.memory, self.second.allocated) = (second_memory, second_allocated);
        let says = "the second program is defined where the first is";
        for some in second.obligations.chunks(1 + second.obligations.len() / CLAIMS_MAX) {
            let what = match some {
                [one] => one.what.clone(),
                _ => format!("{} and {} more", some[0].what, some.len() - 1),
            };
            let places: Vec<ProgramPlace> = some.iter().map(|one| one.place).collect();
            let goal = all(some.iter().map(|one| one.text.clone()));
            self.claim(ClaimKind::Defined, (&what, says), &places, &[], &goal);
        }
        if first.silent.len() != second.silent.len() {
            return unread("a region gives something in one program only");
        }
        for ((one, x), (other, y)) in first.silent.iter().zip(&second.silent) {
            if one != other {
                return unread("a region gives something else");
            }
            self.claim(
                ClaimKind::Operand,
                (one, "both regions give the same"),
                &[],
                &[],
                &same(x, y),
            );
        }
        Ok(())
    }

    /// Two operations with regions that are the same if their operands and regions are.
    fn pair(&mut self, one: &RegionSite, other: &RegionSite) -> TermRead<()> {
        let state = |site: &RegionSite| {
            let mut state = site.args.clone();
            state.extend([site.memory.clone(), site.allocated.clone()]);
            state
        };
        let goal = all([all(one.path.iter().cloned()), same(&state(one), &state(other))]);
        let name = format!("operands of {}", self.second.module.op(other.op).name);
        let says = "where the second program runs this, the first does, on the same operands and memory";
        let places = self.places(one.op, other.op);
        self.claim(ClaimKind::Operand, (&name, says), &places, &other.path, &goal);
        let (scope, givens) = (self.scope.len(), self.givens.len());
        self.scope.extend(other.path.iter().chain(&one.path).cloned());
        match (&one.counted, &other.counted) {
            (Some(x), Some(y)) => self.loops((one, x), (other, y))?,
            (None, None) => {
                let regions = |reader: &TermReader<'_>, site: &RegionSite| reader.module.op(site.op).regions.clone();
                let (x, y) = (regions(&self.first, one), regions(&self.second, other));
                if x.len() != y.len() || one.memory_after.is_some() != other.memory_after.is_some() {
                    return unread("operations with other regions");
                }
                for (x, y) in x.into_iter().zip(y) {
                    self.regions((one, x), (other, y))?;
                    self.givens.truncate(givens);
                }
                self.results(one, other, 0..one.results.len());
            }
            _ => return unread("a loop that counts stands for another"),
        }
        self.scope.truncate(scope);
        self.givens.truncate(givens);
        Ok(())
    }

    /// From here on, results of both are the same, and so is memory.
    fn results(&mut self, one: &RegionSite, other: &RegionSite, which: impl IntoIterator<Item = usize>) {
        let mut ledger = self.ledger.borrow_mut();
        for at in which {
            if let (Some(x), Some(y)) = (one.results.get(at), other.results.get(at)) {
                x.iter()
                    .zip(y)
                    .filter(|(x, y)| x.what == y.what)
                    .for_each(|(x, y)| ledger.same(x, y));
            }
        }
        for (x, y) in [
            (&one.memory_after, &other.memory_after),
            (&one.allocated_after, &other.allocated_after),
        ] {
            if let (Some(x), Some(y)) = (x, y) {
                ledger.same(x, y);
            }
        }
    }

    /// Begins to read regions: memory may be anything if they change it, but the same.
    fn enter(&mut self, one: &RegionSite, other: &RegionSite) {
        for (reader, site) in [(&mut self.first, one), (&mut self.second, other)] {
            (reader.memory, reader.allocated) = (site.memory.clone(), site.allocated.clone());
        }
        let shared = |name: &str, is_changed: [bool; 2]| {
            let atom = self.ledger.borrow_mut().open(name, What::Memory);
            (is_changed[0].then(|| atom.clone()), is_changed[1].then_some(atom))
        };
        let memory = shared(
            "both memory",
            [&one.memory_after, &other.memory_after].map(Option::is_some),
        );
        let allocated = shared(
            "both allocated",
            [&one.allocated_after, &other.allocated_after].map(Option::is_some),
        );
        for (reader, memory, allocated) in [
            (&mut self.first, memory.0, allocated.0),
            (&mut self.second, memory.1, allocated.1),
        ] {
            reader.memory = memory.unwrap_or_else(|| reader.memory.clone());
            reader.allocated = allocated.unwrap_or_else(|| reader.allocated.clone());
        }
    }

    fn regions(&mut self, (one, x): (&RegionSite, RegionId), (other, y): (&RegionSite, RegionId)) -> TermRead<()> {
        self.enter(one, other);
        let blocks = |reader: &TermReader<'_>, region| reader.module.region(region).blocks.clone();
        match (&blocks(&self.first, x)[..], &blocks(&self.second, y)[..]) {
            ([], []) => Ok(()),
            (&[x], &[y]) => {
                self.arguments(x, y)?;
                let (last, other_last) = (self.last(x, true)?, self.last(y, false)?);
                let (label, args) = self.terminator(last, true)?;
                let (other_label, other_args) = self.terminator(other_last, false)?;
                if label != other_label {
                    return unread("a region that ends in another way");
                }
                let what = format!("what a region of {} gives", self.second.module.op(other.op).name);
                self.levels()?;
                let places = self.places(one.op, other.op);
                self.claim(
                    ClaimKind::Operand,
                    (&what, "both regions give the same"),
                    &places,
                    &[],
                    &same(&args, &other_args),
                );
                self.states(one, other);
                Ok(())
            }
            _ => {
                if one.memory_after.is_none() || one.allocated_after.is_none() {
                    // Blocks pass on memory that may be anything.
                    return unread("blocks of a region that changes nothing");
                }
                self.blocks(x, y)
            }
        }
    }

    /// What memory is after a region.
    fn states(&mut self, one: &RegionSite, other: &RegionSite) {
        let places = self.places(one.op, other.op);
        let pairs = [
            (self.first.memory.clone(), self.second.memory.clone()),
            (self.first.allocated.clone(), self.second.allocated.clone()),
        ];
        let goal = all(pairs
            .iter()
            .map(|(x, y)| same(std::slice::from_ref(x), std::slice::from_ref(y))));
        let says = "both leave the same in memory, and did the same to the world";
        self.claim(ClaimKind::Operand, ("memory after a region", says), &places, &[], &goal);
    }

    /// The operation that ends a block, or none if nothing does.
    fn last(&mut self, block: BlockId, is_first: bool) -> TermRead<Option<OpId>> {
        let reader = if is_first { &mut self.first } else { &mut self.second };
        if reader.module.block(block).ops.is_empty() {
            return Ok(None);
        }
        let last = reader.block(block)?;
        let info = reader.module.op(last).info();
        if info.is_known() && !info.is_terminator() {
            reader.operation(last)?;
            return Ok(None);
        }
        Ok(Some(last))
    }

    /// How a block ends, and with which values.
    fn terminator(&mut self, last: Option<OpId>, is_first: bool) -> TermRead<(String, Vec<LedgerAtom>)> {
        let reader = if is_first { &mut self.first } else { &mut self.second };
        let Some(last) = last else {
            return Ok((String::new(), Vec::new()));
        };
        let data = reader.module.op(last);
        if !data.successors.is_empty() {
            return unread("a block that branches");
        }
        if let [region] = data.regions[..] {
            // What is inside is part of the block: `scf.forall.in_parallel`.
            let [block] = reader.module.region(region).blocks[..] else {
                return unread("a block that ends with blocks");
            };
            for op in reader.module.block(block).ops.clone() {
                reader.operation(op)?;
            }
        } else if !data.regions.is_empty() {
            return unread("a block that ends with regions");
        }
        Ok((reader.label(last, data.name.as_str(), &[]), reader.operands(last)?))
    }

    /// Makes the arguments of two blocks the same, whatever they are.
    fn arguments(&mut self, x: BlockId, y: BlockId) -> TermRead<()> {
        let (x, y) = (
            self.first.module.block(x).args.clone(),
            self.second.module.block(y).args.clone(),
        );
        if x.len() != y.len() {
            return unread("blocks with other arguments");
        }
        x.into_iter().zip(y).try_for_each(|(x, y)| self.share(x, y))
    }

    fn share(&mut self, x: ValueId, y: ValueId) -> TermRead<()> {
        if self.first.module.ty(x) != self.second.module.ty(y) {
            return unread("arguments of other types");
        }
        let lanes = self.shared(x);
        self.first.bind(x, lanes.clone());
        self.second.bind(y, lanes);
        Ok(())
    }

    /// What both programs have, whatever it is.
    fn shared(&mut self, value: ValueId) -> Vec<LedgerAtom> {
        let module = self.first.module;
        let (shape, name) = (
            LaneShape::of(module.ty(value)),
            format!("both {}", module.value_name(value)),
        );
        let lane = |at| {
            self.ledger
                .borrow_mut()
                .open(&lane_name(&name, &shape, at), shape.what())
        };
        (0..shape.count()).map(lane).collect()
    }

    /// Two loops that count. Carried values in pairs are the same before an iteration, and so they are after it.
    fn loops(
        &mut self,
        (one, x): (&RegionSite, &CountingLoop),
        (other, y): (&RegionSite, &CountingLoop),
    ) -> TermRead<()> {
        self.enter(one, other);
        let (first, second) = (kept(&self.first, x), kept(&self.second, y));
        let matched = carried(&self.first, (x, &first), &self.second, (y, &second));
        for (reader, counted, kept, site, side) in [
            (&mut self.first, x, &first, one, 0),
            (&mut self.second, y, &second, other, 1),
        ] {
            for (at, (value, init)) in counted.carried.iter().zip(&counted.inits).enumerate() {
                let init = reader.value(*init)?;
                if kept.contains(&at) {
                    // What is passed on as it is, is what it was at first.
                    reader.values.insert(*value, init.clone());
                    if let Some(result) = site.results.get(at) {
                        let mut ledger = reader.ledger.borrow_mut();
                        result.iter().zip(&init).for_each(|(x, y)| ledger.same(x, y));
                    }
                } else if !matched.iter().any(|pair| [pair.0, pair.1][side] == at) {
                    let lanes = reader.open_values(*value);
                    reader.values.insert(*value, lanes);
                }
            }
        }
        let places = self.places(one.op, other.op);
        let says = "carried values are the same before the first iteration";
        for (at, to) in &matched {
            let (init, second_init) = (self.first.value(x.inits[*at])?, self.second.value(y.inits[*to])?);
            let name = format!("before the loop: {}", self.second.module.value_name(y.carried[*to]));
            self.claim(
                ClaimKind::Operand,
                (&name, says),
                &places,
                &[],
                &same(&init, &second_init),
            );
            self.share(x.carried[*at], y.carried[*to])?;
        }
        self.share(x.induction, y.induction)?;
        let within = self.within(y)?;
        let scope = self.scope.len();
        self.scope.extend(within);
        let (last, second_last) = (self.first.block(x.body)?, self.second.block(y.body)?);
        let (gives, second_gives) = (values(&self.first, last)?, values(&self.second, second_last)?);
        self.levels()?;
        for (at, to) in &matched {
            let (Some(gives), Some(second_gives)) = (gives.get(*at), second_gives.get(*to)) else {
                return unread("a loop that gives too little");
            };
            let name = format!("after an iteration: {}", self.second.module.value_name(y.carried[*to]));
            let says = "if carried values are the same before an iteration, they are after it";
            self.claim(
                ClaimKind::Operand,
                (&name, says),
                &places,
                &[],
                &same(gives, second_gives),
            );
        }
        self.states(one, other);
        self.scope.truncate(scope);
        let mut ledger = self.ledger.borrow_mut();
        for (at, to) in matched {
            if let (Some(x), Some(y)) = (one.results.get(at), other.results.get(to)) {
                x.iter().zip(y).for_each(|(x, y)| ledger.same(x, y));
            }
        }
        drop(ledger);
        self.results(one, other, []);
        Ok(())
    }

    /// What is known of the variable of a loop.
    fn within(&self, counted: &CountingLoop) -> TermRead<Vec<String>> {
        let variable = self.second.scalar_value(counted.induction)?;
        let (i, lower, upper, step) = (&variable.text, &counted.lower, &counted.upper, &counted.step);
        let (le, lt) = if counted.is_signed {
            ("bvsle", "bvslt")
        } else {
            ("bvule", "bvult")
        };
        let mut known = vec![
            format!("({le} {} {i})", lower.text),
            format!("({lt} {i} {})", upper.text),
        ];
        // A whole number of steps from the first.
        if let (true, Some(_), Some(2..)) = (lower.is_number(), lower.as_unsigned(), step.as_unsigned()) {
            let zero = LedgerAtom::integer(variable.what.bits().unwrap_or(64), 0);
            known.push(format!(
                "(= (bvurem (bvsub {i} {}) {}) {})",
                lower.text, step.text, zero.text
            ));
        }
        Ok(known)
    }

    /// A site of the second program that the first does not have: all that is asked is that it is defined.
    fn alone(&mut self, site: &RegionSite) -> TermRead<()> {
        let Some(counted) = &site.counted else {
            let name = format!("{} runs in the first program too", self.second.module.op(site.op).name);
            let places = [self.second.place(site.op)];
            self.claim(
                ClaimKind::Defined,
                (&name, "it never runs, for it may do anything"),
                &places,
                &site.path,
                "false",
            );
            return Ok(());
        };
        (self.second.memory, self.second.allocated) = (site.memory.clone(), site.allocated.clone());
        if site.memory_after.is_some() {
            self.second.memory = self.second.open("memory", What::Memory);
        }
        if site.allocated_after.is_some() {
            self.second.allocated = self.second.open("allocated", What::Memory);
        }
        for value in counted.carried.iter().chain([&counted.induction]) {
            let lanes = self.second.open_values(*value);
            self.second.values.insert(*value, lanes);
        }
        let within = self.within(counted)?;
        let (scope, givens) = (self.scope.len(), self.givens.len());
        self.scope.extend(site.path.iter().cloned().chain(within));
        self.second.block(counted.body)?;
        self.levels()?;
        self.scope.truncate(scope);
        self.givens.truncate(givens);
        Ok(())
    }

    /// Bodies of several blocks, in lockstep: where both begin a block with the same, they end it alike.
    fn blocks(&mut self, first: RegionId, second: RegionId) -> TermRead<()> {
        let (x, y) = (
            ReachedBlocks::of(&self.first, first)?,
            ReachedBlocks::of(&self.second, second)?,
        );
        if x.order.len() != y.order.len() {
            return unread("bodies of other blocks");
        }
        let mut kept = self.givens.len();
        for at in 0..x.order.len() {
            if at > 0 {
                self.arguments(x.order[at], y.order[at])?;
                for name in ["memory", "allocated"] {
                    let atom = self.ledger.borrow_mut().open(&format!("both {name}"), What::Memory);
                    for reader in [&mut self.first, &mut self.second] {
                        match name {
                            "memory" => reader.memory = atom.clone(),
                            _ => reader.allocated = atom.clone(),
                        }
                    }
                }
            }
            let last = x.read(&mut self.first, x.order[at])?;
            let second_last = y.read(&mut self.second, y.order[at])?;
            let (label, ends) = x.exit(&mut self.first, last)?;
            let (second_label, second_ends) = y.exit(&mut self.second, second_last)?;
            if label != second_label {
                return unread("a block that ends in another way");
            }
            self.levels()?;
            let places = self.places(last, second_last);
            let says = "both programs branch alike, with the same values and memory";
            let values = same(&ends.values.concat(), &second_ends.values.concat());
            let memory = same(
                &[ends.memory, ends.allocated],
                &[second_ends.memory, second_ends.allocated],
            );
            self.claim(
                ClaimKind::Operand,
                ("end of a block", says),
                &places,
                &[],
                &all([values, memory]),
            );
            // What holds in the first block holds in all that come after it.
            if at == 0 {
                kept = self.givens.len();
            }
            self.givens.truncate(kept);
        }
        Ok(())
    }
}

/// The values that the operation which ends a block gives.
fn values(reader: &TermReader<'_>, last: OpId) -> TermRead<Vec<Vec<LedgerAtom>>> {
    let data = reader.module.op(last);
    data.operand_values().map(|value| reader.value(value)).collect()
}

/// Carried values that each iteration passes on as they are.
fn kept(reader: &TermReader<'_>, counted: &CountingLoop) -> BTreeSet<usize> {
    let last = reader.module.block(counted.body).ops.last();
    let gives: Vec<ValueId> = last.map_or(Vec::new(), |last| reader.module.op(*last).operand_values().collect());
    (0..counted.carried.len())
        .filter(|at| gives.get(*at) == Some(&counted.carried[*at]))
        .collect()
}

/// Which carried values are proposed to be the same: all in order, if there are as many of the same types; else those
/// that begin with the same type, one after the other.
fn carried(
    first: &TermReader<'_>,
    (x, kept): (&CountingLoop, &BTreeSet<usize>),
    second: &TermReader<'_>,
    (y, second_kept): (&CountingLoop, &BTreeSet<usize>),
) -> Vec<(usize, usize)> {
    let open = |count: usize, kept: &BTreeSet<usize>| (0..count).filter(|at| !kept.contains(at)).collect::<Vec<_>>();
    let (left, right) = (open(x.carried.len(), kept), open(y.carried.len(), second_kept));
    longest(left.len(), right.len(), |at, to| {
        first.module.ty(x.carried[left[at]]) == second.module.ty(y.carried[right[to]])
    })
    .into_iter()
    .map(|(at, to)| (left[at], right[to]))
    .collect()
}

/// Sites that are proposed to be the same.
fn pairs(first: &[RegionSite], second: &[RegionSite]) -> Vec<(usize, usize)> {
    longest(first.len(), second.len(), |at, to| first[at].label == second[to].label)
}

/// The most pairs that are alike and do not cross.
fn longest(m: usize, n: usize, alike: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut best = vec![vec![0usize; n + 1]; m + 1];
    for at in (0..m).rev() {
        for to in (0..n).rev() {
            best[at][to] = match alike(at, to) {
                true => best[at + 1][to + 1] + 1,
                false => best[at + 1][to].max(best[at][to + 1]),
            };
        }
    }
    let (mut at, mut to, mut found) = (0, 0, Vec::new());
    while at < m && to < n {
        if alike(at, to) {
            found.push((at, to));
            (at, to) = (at + 1, to + 1);
        } else if best[at + 1][to] >= best[at][to + 1] {
            at += 1;
        } else {
            to += 1;
        }
    }
    found
}

/// The blocks of a body that can be reached, those left out that only one block leads to, and nowhere else.
struct ReachedBlocks {
    order: Vec<BlockId>,
    numbers: HashMap<BlockId, usize>,
}

impl ReachedBlocks {
    fn of(reader: &TermReader<'_>, region: RegionId) -> TermRead<ReachedBlocks> {
        let Some(entry) = reader.module.region(region).blocks.first().copied() else {
            return unread("a region without blocks");
        };
        let mut entries: HashMap<BlockId, Vec<BlockId>> = HashMap::new();
        let (mut postorder, mut seen, mut stack) = (Vec::new(), BTreeSet::from([entry]), vec![(entry, 0)]);
        while let Some((block, at)) = stack.pop() {
            let next = targets(reader, block)?;
            match next.get(at) {
                Some((target, _)) => {
                    stack.push((block, at + 1));
                    entries.entry(*target).or_default().push(block);
                    if seen.insert(*target) {
                        stack.push((*target, 0));
                    }
                }
                None => postorder.push(block),
            }
        }
        postorder.reverse();
        let mut order = Vec::new();
        for block in postorder {
            let is_part = match entries.get(&block).map(|all| &all[..]) {
                Some([from]) => targets(reader, *from)?.len() == 1 && *from != block && block != entry,
                _ => false,
            };
            if !is_part {
                order.push(block);
            }
        }
        let numbers = order.iter().enumerate().map(|(at, block)| (*block, at)).collect();
        Ok(ReachedBlocks { order, numbers })
    }

    /// Reads a block, and those that are part of it; gives back how it ends.
    fn read(&self, reader: &mut TermReader<'_>, block: BlockId) -> TermRead<OpId> {
        let (mut block, mut last) = (block, reader.block(block)?);
        loop {
            let next = targets(reader, block)?;
            let [(target, values)] = &next[..] else { return Ok(last) };
            if self.numbers.contains_key(target) {
                return Ok(last);
            }
            let values: Vec<Vec<LedgerAtom>> = values
                .iter()
                .map(|value| reader.value(*value))
                .collect::<TermRead<_>>()?;
            let args = reader.module.block(*target).args.clone();
            args.into_iter()
                .zip(values)
                .for_each(|(arg, value)| _ = reader.values.insert(arg, value));
            block = *target;
            last = reader.block(block)?;
        }
    }

    fn exit(&self, reader: &mut TermReader<'_>, last: OpId) -> TermRead<(String, ProgramEnds)> {
        let data = reader.module.op(last);
        if !data.regions.is_empty() {
            return unread("a block that ends with regions");
        }
        let mut label = reader.label(last, data.name.as_str(), &[]);
        let values = values(reader, last)?;
        for (block, args) in branches(reader, last)? {
            let Some(number) = self.numbers.get(&block) else {
                return unread("a branch to an unknown block");
            };
            label += &format!(" ^{number}({})", args.len());
        }
        let ends = ProgramEnds {
            values,
            memory: reader.memory.clone(),
            allocated: reader.allocated.clone(),
        };
        Ok((label, ends))
    }
}

/// Where a block leads to, with which values.
fn targets(reader: &TermReader<'_>, block: BlockId) -> TermRead<Vec<(BlockId, Vec<ValueId>)>> {
    match reader.module.block(block).ops.last() {
        Some(last) => branches(reader, *last),
        None => unread("a block without operations"),
    }
}

fn branches(reader: &TermReader<'_>, last: OpId) -> TermRead<Vec<(BlockId, Vec<ValueId>)>> {
    if reader.module.op(last).successors.is_empty() {
        return Ok(Vec::new());
    }
    polyvet_ir::branches(reader.module, last).ok_or(NoClaims("a branch that nobody knows".into()))
}
