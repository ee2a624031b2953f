//! The terms of regions: branches, loops, blocks, and regions of which nothing is known.
//!
//! A branch is a selection. A result of a counted loop is a function of the bounds and of the carried values that it
//! needs, so that what is carried for nothing, or never changes, makes no difference; so is one of a loop that decides in
//! every turn whether to go on, which also needs what it decides by. What must be defined inside a region is an obligation
//! of the whole: that it is so wherever the region runs.

use super::build::{Built, Changes, LoopReading, TermBuilder};
use super::normal::INDEX;
use super::terms::{Closings, NoTerms, TermId, TermLabel, TermShape};
use polyvet_ir::{AffineMap, Attr, BlockId, OpId, RegionId, ValueId};
use std::collections::{BTreeSet, HashMap};

/// A counted loop, before its body is read.
struct UnreadLoop {
    lower: TermId,
    upper: TermId,
    step: TermId,
    kind: TermLabel,
    inits: Vec<TermId>,
    induction: ValueId,
    iter_args: Vec<ValueId>,
    body: BlockId,
}

impl TermBuilder<'_> {
    /// `scf.if`, `affine.if`.
    pub fn branch(&mut self, op: OpId) -> Built<()> {
        let condition = self.condition(op)?;
        let blocks = [0, 1].map(|at| self.module.only_block(op, at));
        let results = self.module.op(op).results.clone();
        let regions = &self.module.op(op).regions;
        if regions
            .iter()
            .any(|region| self.module.region(*region).blocks.len() > 1)
        {
            return Err(NoTerms);
        }
        match self.is_known(condition) {
            Some(holds) => {
                let gives = self.arm(blocks[usize::from(!holds)])?;
                self.bind(&results, &gives);
                Ok(())
            }
            None => {
                let before = (self.memory, self.allocated);
                let yes = self.under(condition, true, blocks[0])?;
                let after = (self.memory, self.allocated);
                (self.memory, self.allocated) = before;
                let no = self.under(condition, false, blocks[1])?;
                self.memory = self.terms.select(condition, after.0, self.memory);
                self.allocated = self.terms.select(condition, after.1, self.allocated);
                if yes.len() != no.len() && !results.is_empty() {
                    return Err(NoTerms);
                }
                for ((result, yes), no) in results.iter().zip(yes).zip(no) {
                    let term = self.terms.select(condition, yes, no);
                    self.values.insert(*result, term);
                }
                Ok(())
            }
        }
    }

    fn condition(&mut self, op: OpId) -> Built<TermId> {
        match polyvet_ir::affine_if(self.module, op) {
            Some(view) => {
                // A divisor that is no number may be 0.
                if !view.set.constraints.iter().all(|(expr, _)| expr.is_pure_affine()) {
                    return Err(NoTerms);
                }
                let results: Vec<_> = view.set.constraints.iter().map(|(expr, _)| expr.clone()).collect();
                let map = AffineMap::new(view.set.dims, view.set.syms, results);
                let values = self.map(&map, &view.operands)?;
                let zero = self.terms.integer(INDEX, 0);
                let mut conditions = Vec::new();
                for (value, (_, is_equality)) in values.into_iter().zip(&view.set.constraints) {
                    let (name, args) = match is_equality {
                        true => ("cmpi:eq", vec![value, zero]),
                        false => ("cmpi:sle", vec![zero, value]),
                    };
                    conditions.push(self.terms.op(TermLabel::new(name, ""), args));
                }
                conditions.sort();
                let all = self.terms.integer(1, 1);
                let and = TermLabel::new("arith.andi", ":i1:");
                let all = conditions
                    .into_iter()
                    .fold(all, |all, one| self.terms.op(and.clone(), vec![all, one]));
                Ok(all)
            }
            None if self.module.op(op).name == "scf.if" => self.value(self.module.op(op).operand(0)),
            None => Err(NoTerms),
        }
    }

    /// What a block gives that runs where we are.
    fn arm(&mut self, block: Option<BlockId>) -> Built<Vec<TermId>> {
        block.map_or(Ok(Vec::new()), |block| self.yielded(block))
    }

    /// What a block gives that runs where a condition holds, or does not.
    fn under(&mut self, condition: TermId, holds: bool, block: Option<BlockId>) -> Built<Vec<TermId>> {
        self.where_holds(condition, holds, |this| this.arm(block))
    }

    /// What is read where a condition holds, or does not: what must be defined there is so there only.
    pub fn where_holds<T>(&mut self, condition: TermId, holds: bool, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::take(&mut self.obligations);
        let (condition, holds) = match self.terms.negated(condition) {
            Some(opposite) => (opposite, !holds),
            None => (condition, holds),
        };
        self.terms.integer(1, -i128::from(holds));
        self.known.push((condition, holds));
        let gives = read(self);
        self.known.pop();
        let inner = std::mem::replace(&mut self.obligations, outer);
        let label = TermLabel::new("where", if holds { "it holds" } else { "it does not" });
        for obligation in inner {
            let term = self
                .terms
                .intern(TermShape::Op(label.clone(), vec![condition, obligation]));
            self.obligations.push(term);
        }
        gives
    }

    fn bounds(&mut self, op: OpId) -> Built<UnreadLoop> {
        if let Some(view) = polyvet_ir::affine_for(self.module, op) {
            let lower = self.map(&view.lower, &view.lower_operands)?;
            let upper = self.map(&view.upper, &view.upper_operands)?;
            return Ok(UnreadLoop {
                lower: self.extreme("arith.maxsi", lower)?,
                upper: self.extreme("arith.minsi", upper)?,
                step: self.terms.integer(INDEX, i128::from(view.step)),
                kind: TermLabel::new("for", "index"),
                inits: self.all(&view.inits)?,
                induction: view.induction,
                iter_args: view.iter_args,
                body: view.body,
            });
        }
        let data = self.module.op(op);
        let args = self.operands(op)?;
        let body = self.module.only_block(op, 0).ok_or(NoTerms)?;
        let (induction, iter_args) = self.module.block(body).args.split_first().ok_or(NoTerms)?;
        let [lower, upper, step, inits @ ..] = &args[..] else {
            return Err(NoTerms);
        };
        if data.name != "scf.for" || inits.len() != iter_args.len() {
            return Err(NoTerms);
        }
        let ty = self.module.ty(*induction).to_string();
        let sign = if data.is_set("unsignedCmp") { " unsigned" } else { "" };
        Ok(UnreadLoop {
            lower: *lower,
            upper: *upper,
            step: *step,
            kind: TermLabel::new("for", ty + sign),
            inits: inits.to_vec(),
            induction: *induction,
            iter_args: iter_args.to_vec(),
            body,
        })
    }

    /// How often a loop surely runs, as far as that matters: never, once, or at least once.
    fn trips(&self, bounds: &UnreadLoop) -> Option<u8> {
        if bounds.lower == bounds.upper {
            return Some(0);
        }
        let [lower, upper] = [bounds.lower, bounds.upper].map(|bound| self.terms.as_integer(bound));
        let step = self.terms.as_integer(bounds.step).filter(|step| *step > 0);
        let is_unsigned = bounds.kind.rest.ends_with("unsigned");
        match (lower?, upper?) {
            (lower, upper) if is_unsigned && (lower < 0 || upper < 0) => None,
            (lower, upper) if lower >= upper => Some(0),
            (lower, upper) => match step {
                Some(step) if upper - lower <= step => Some(1),
                Some(_) => Some(2),
                None => None,
            },
        }
    }

    /// Reads a loop that surely runs a few times as what all its iterations are, if that is requested.
    fn unrolled(&mut self, op: OpId, bounds: &UnreadLoop) -> Built<bool> {
        let numbers = [bounds.lower, bounds.upper, bounds.step].map(|bound| self.terms.as_integer(bound));
        let [Some(lower), Some(upper), Some(step)] = numbers else {
            return Ok(false);
        };
        // What counts without a sign counts alike where nothing is negative.
        if step <= 0 || lower < 0 || upper <= lower {
            return Ok(false);
        }
        let trips = (upper - lower + step - 1) / step;
        self.has_short_loop |= trips <= LoopReading::Unrolled.unrolls() as i128;
        let Some(left) = usize::try_from(trips)
            .ok()
            .and_then(|trips| self.unrolls.checked_sub(trips))
        else {
            return Ok(false);
        };
        self.unrolls = left;
        let ty = self.module.ty(bounds.induction).clone();
        let mut carried = bounds.inits.clone();
        for trip in 0..trips {
            let value = Attr::Int {
                value: lower + trip * step,
                ty: ty.clone(),
            };
            let induction = self.constant(&value, &ty);
            self.values.insert(bounds.induction, induction);
            self.bind(&bounds.iter_args, &carried);
            carried = self.yielded(bounds.body)?;
        }
        let results = self.module.op(op).results.clone();
        self.bind(&results, &carried);
        Ok(true)
    }

    /// `scf.for`, `affine.for`.
    pub fn counted(&mut self, op: OpId) -> Built<()> {
        let bounds = self.bounds(op)?;
        let results = self.module.op(op).results.clone();
        self.must_be_positive(bounds.step);
        let trips = self.trips(&bounds);
        match trips {
            Some(0) => {
                self.bind(&results, &bounds.inits);
                return Ok(());
            }
            Some(1) => {
                self.values.insert(bounds.induction, bounds.lower);
                self.bind(&bounds.iter_args, &bounds.inits);
                let gives = self.yielded(bounds.body)?;
                self.bind(&results, &gives);
                return Ok(());
            }
            _ if self.unrolled(op, &bounds)? => return Ok(()),
            _ => {}
        }
        let changes = Changes::of(self.module.effects(op));
        let mark = self.terms.mark();
        let induction = self.terms.open();
        self.values.insert(bounds.induction, induction);
        self.terms.know(induction, self.module.ty(bounds.induction));
        let mut inits = bounds.inits.clone();
        let mut carried: Vec<TermId> = bounds.iter_args.iter().map(|_| self.terms.open()).collect();
        self.bind(&bounds.iter_args, &carried);
        for (value, open) in bounds.iter_args.iter().zip(&carried) {
            self.terms.know(*open, self.module.ty(*value));
        }
        // What memory is and what is allocated are carried like other values.
        inits.extend(self.state(changes));
        carried.extend(self.open_state(changes));
        let outer = std::mem::take(&mut self.obligations);
        let mut gives = self.yielded(bounds.body)?;
        let inner = std::mem::replace(&mut self.obligations, outer);
        gives.extend(self.state(changes));
        if gives.len() != carried.len() {
            return Err(NoTerms);
        }
        let header = vec![bounds.lower, bounds.upper, bounds.step];
        let mut body = LoopBody {
            kind: bounds.kind.clone(),
            header,
            mark,
            induction: Some(induction),
            decides_by: Vec::new(),
            inits,
            carried,
            gives,
            needs: Vec::new(),
        };
        let inner = self.settle(&mut body, inner)?;
        let mut ends = Vec::new();
        for at in 0..body.carried.len() {
            ends.push(self.final_value(&body, at)?);
        }
        self.bind(&results, &ends);
        // As they were carried.
        if changes.allocated {
            self.allocated = ends.pop().ok_or(NoTerms)?;
        }
        if changes.memory {
            self.memory = ends.pop().ok_or(NoTerms)?;
        }
        let mut closings = Closings::default();
        for obligation in inner {
            let term = self.everywhere(&body, obligation, &mut closings)?;
            self.obligations.push(term);
            // It surely runs, and does not depend on when.
            if trips == Some(2) && !self.terms.depends(obligation, mark) {
                self.obligations.push(obligation);
            }
        }
        Ok(())
    }

    /// `scf.while`: what it gives are its final carried values, put into what the first region passes on.
    pub fn repeated(&mut self, op: OpId) -> Built<()> {
        let [first, second] = [0, 1].map(|at| self.module.only_block(op, at));
        let (first, second) = (first.ok_or(NoTerms)?, second.ok_or(NoTerms)?);
        let [first_args, second_args] = [first, second].map(|block| self.module.block(block).args.clone());
        let results = self.module.op(op).results.clone();
        let changes = Changes::of(self.module.effects(op));
        let mut inits = self.operands(op)?;
        (inits.len() == first_args.len() && results.len() == second_args.len())
            .then_some(())
            .ok_or(NoTerms)?;
        let mark = self.terms.mark();
        let mut carried: Vec<TermId> = first_args.iter().map(|_| self.terms.open()).collect();
        self.bind(&first_args, &carried);
        for (value, open) in first_args.iter().zip(&carried) {
            self.terms.know(*open, self.module.ty(*value));
        }
        inits.extend(self.state(changes));
        carried.extend(self.open_state(changes));
        let outer = std::mem::take(&mut self.obligations);
        // What it decides, and what there is then.
        let mut ends = self.ended(first, "scf.condition")?;
        (ends.len() == results.len() + 1).then_some(()).ok_or(NoTerms)?;
        let condition = ends[0];
        self.bind(&second_args, &ends[1..]);
        ends.extend(self.state(changes));
        let always = self.obligations.len();
        let mut gives = self.where_holds(condition, true, |this| this.yielded(second))?;
        let inner = std::mem::replace(&mut self.obligations, outer);
        gives.extend(self.state(changes));
        (gives.len() == carried.len()).then_some(()).ok_or(NoTerms)?;

        let (header, kind) = (Vec::new(), TermLabel::new("while", ""));
        let mut body = LoopBody {
            kind,
            header,
            mark,
            induction: None,
            decides_by: Vec::new(),
            inits,
            carried,
            gives,
            needs: Vec::new(),
        };
        let count = ends.len();
        ends.extend(inner);
        let mut ends = self.settle(&mut body, ends)?;
        let inner = ends.split_off(count);
        // In the first turn.
        let mut at_first: HashMap<TermId, TermId> = { body.carried.iter().copied() }
            .zip(body.inits.iter().copied())
            .filter(|(open, init)| open != init)
            .collect();
        let start = self.terms.replace(&ends, mark, &mut at_first.clone())?;
        let enters = self.is_known(start[0]);
        let starts = self.terms.replace(&inner, mark, &mut at_first)?;
        // The first region surely runs.
        self.obligations.extend(&starts[..always]);
        if enters == Some(false) {
            self.finish(&results, changes, &start[1..]);
            return Ok(());
        }
        body.decides_by = vec![ends[0]];
        let open = self.terms.variables(&ends[..1], mark)?;
        let decides_by = body.positions(&open);
        let open = self.terms.variables(&ends[1..], mark)?;
        let mut finals = HashMap::new();
        for at in body.positions(&open) {
            let end = self.final_value_of_turns(&body, &decides_by, at)?;
            finals.insert(body.carried[at], end);
        }
        let given = self.terms.replace(&ends[1..], mark, &mut finals)?;
        self.finish(&results, changes, &given);

        let mut closings = Closings::default();
        let every = TermLabel::new("in every turn", "");
        for obligation in inner {
            if !self.terms.depends(obligation, mark) {
                self.obligations.push(obligation);
                continue;
            }
            let open = self.terms.variables(&[obligation], mark)?;
            let needed = body.closure(body.positions(&open).into_iter().chain(decides_by.iter().copied()));
            let needed: Vec<usize> = needed.into_iter().collect();
            let mut gives: Vec<TermId> = needed.iter().map(|at| body.gives[*at]).collect();
            gives.push(obligation);
            let term = self.closed(&body, (&needed, &gives), &every, &mut closings)?;
            self.obligations.push(term);
        }
        // That it ends.
        let needed: Vec<usize> = body.closure(decides_by).into_iter().collect();
        let gives: Vec<TermId> = needed.iter().map(|at| body.gives[*at]).collect();
        let whole = self.closed(&body, (&needed, &gives), &body.kind, &mut closings)?;
        self.obligations.push(
            self.terms
                .intern(TermShape::Op(TermLabel::new("ends", ""), vec![whole])),
        );
        Ok(())
    }

    /// What a loop gives: its results, then what memory is.
    fn finish(&mut self, results: &[ValueId], changes: Changes, given: &[TermId]) {
        let (values, state) = given.split_at(results.len());
        self.bind(results, values);
        let mut state = state.iter().copied();
        if changes.memory {
            self.memory = state.next().unwrap_or(self.memory);
        }
        if changes.allocated {
            self.allocated = state.next().unwrap_or(self.allocated);
        }
    }

    /// What a carried value is when a loop decides to stop.
    fn final_value_of_turns(&mut self, body: &LoopBody, decides_by: &[usize], at: usize) -> Built<TermId> {
        let needed = body.closure(decides_by.iter().copied().chain([at]));
        let needed: Vec<usize> = needed.into_iter().collect();
        let gives: Vec<TermId> = needed.iter().map(|at| body.gives[*at]).collect();
        let whole = self.closed(body, (&needed, &gives), &body.kind, &mut Closings::default())?;
        let place = needed.iter().position(|one| *one == at).ok_or(NoTerms)?;
        Ok(self.terms.result(whole, place))
    }

    /// Replaces carried values that never change by what they are, and finds what each of the others needs.
    fn settle(&mut self, body: &mut LoopBody, mut obligations: Vec<TermId>) -> Built<Vec<TermId>> {
        let constant = self.unchanging(body)?;
        if !constant.is_empty() {
            let mut done: HashMap<TermId, TermId> =
                constant.iter().map(|at| (body.carried[*at], body.inits[*at])).collect();
            body.gives = self.terms.replace(&body.gives, body.mark, &mut done)?;
            obligations = self.terms.replace(&obligations, body.mark, &mut done)?;
        }
        for at in constant {
            // From here on it is a constant like others.
            body.carried[at] = body.inits[at];
            body.gives[at] = body.inits[at];
        }
        let equal = self.equal_ones(body)?;
        let mut done: HashMap<TermId, TermId> = { equal.iter().enumerate() }
            .filter(|(at, same)| at != *same)
            .map(|(at, same)| (body.carried[at], body.carried[*same]))
            .collect();
        if !done.is_empty() {
            body.gives = self.terms.replace(&body.gives, body.mark, &mut done)?;
            obligations = self.terms.replace(&obligations, body.mark, &mut done)?;
            body.carried = equal.iter().map(|same| body.carried[*same]).collect();
        }
        for at in 0..body.gives.len() {
            let open = self.terms.variables(&body.gives[at..=at], body.mark)?;
            body.needs.push(body.positions(&open));
        }
        Ok(obligations)
    }

    /// The carried values that stay what they are at first: if all of them are that before an iteration, they are after
    /// it.
    fn unchanging(&mut self, body: &LoopBody) -> Built<Vec<usize>> {
        let mut found: Vec<usize> = (0..body.carried.len()).collect();
        loop {
            let mut done = found.iter().map(|at| (body.carried[*at], body.inits[*at])).collect();
            let gives: Vec<TermId> = found.iter().map(|at| body.gives[*at]).collect();
            let next = self.terms.replace(&gives, body.mark, &mut done)?;
            let mut still = found.clone();
            let mut same = { found.iter().zip(next) }.map(|(at, next)| next == body.inits[*at]);
            still.retain(|_| same.next() == Some(true));
            if still == found {
                return Ok(found);
            }
            found = still;
        }
    }

    /// By carried value, the first one that it always equals: if all of them do before an iteration, they do after it.
    fn equal_ones(&mut self, body: &LoopBody) -> Built<Vec<usize>> {
        let varies = |at: usize| body.carried[at] != body.inits[at];
        // By value, the first one that the same is said about.
        let first = |said: Vec<(usize, TermId)>| -> Vec<usize> {
            let mut seen = HashMap::new();
            { said.into_iter().enumerate() }
                .map(|(at, said)| {
                    if varies(at) {
                        *seen.entry(said).or_insert(at)
                    } else {
                        at
                    }
                })
                .collect()
        };
        let mut found = first(body.inits.iter().map(|init| (0, *init)).collect());
        while found.iter().enumerate().any(|(at, same)| at != *same) {
            let mut done = { found.iter().enumerate() }
                .filter(|(at, _)| varies(*at))
                .map(|(at, same)| (body.carried[at], body.carried[*same]))
                .collect();
            let gives = self.terms.replace(&body.gives, body.mark, &mut done)?;
            let next = first(found.iter().copied().zip(gives).collect());
            if next == found {
                break;
            }
            found = next;
        }
        Ok(found)
    }

    /// What a carried value is after the loop.
    fn final_value(&mut self, body: &LoopBody, at: usize) -> Built<TermId> {
        if body.carried[at] == body.inits[at] {
            return Ok(body.inits[at]);
        }
        let at = body.positions(&body.carried[at..=at]).first().copied().unwrap_or(at);
        let needed: Vec<usize> = body.closure([at]).into_iter().collect();
        let gives: Vec<TermId> = needed.iter().map(|at| body.gives[*at]).collect();
        let whole = self.closed(body, (&needed, &gives), &body.kind, &mut Closings::default())?;
        let place = needed.iter().position(|one| *one == at).ok_or(NoTerms)?;
        Ok(self.terms.result(whole, place))
    }

    fn closed(
        &mut self,
        body: &LoopBody,
        (needed, gives): (&[usize], &[TermId]),
        label: &TermLabel,
        closings: &mut Closings,
    ) -> Built<TermId> {
        let carried = needed.iter().map(|at| body.carried[*at]);
        let arguments: Vec<TermId> = body.induction.into_iter().chain(carried).collect();
        let gives: Vec<TermId> = { body.decides_by.iter().chain(gives) }.copied().collect();
        let region = self.terms.close_among(closings, &arguments, body.mark, &gives)?;
        let mut args = body.header.clone();
        args.extend(needed.iter().map(|at| body.inits[*at]));
        args.push(region);
        Ok(self.terms.op(label.clone(), args))
    }

    /// That an obligation holds in every iteration.
    fn everywhere(&mut self, body: &LoopBody, obligation: TermId, closings: &mut Closings) -> Built<TermId> {
        let label = TermLabel::new("in every iteration", &*body.kind.rest);
        if !self.terms.depends(obligation, body.mark) {
            let context = self.terms.intern(TermShape::Op(label, body.header.clone()));
            let where_ = TermLabel::new("where", "it runs");
            return Ok(self.terms.intern(TermShape::Op(where_, vec![context, obligation])));
        }
        let carried: Vec<TermId> = { body.carried.iter().zip(&body.inits) }
            .filter_map(|(open, init)| (open != init).then_some(*open))
            .collect();
        let open = self.terms.among(obligation, body.mark, &carried)?;
        let needed: Vec<usize> = body.closure(body.positions(&open)).into_iter().collect();
        let mut gives: Vec<TermId> = needed.iter().map(|at| body.gives[*at]).collect();
        gives.push(obligation);
        self.closed(body, (&needed, &gives), &label, closings)
    }

    /// The regions of an operation of which only the effects are known, with these operands.
    pub fn regions(&mut self, op: OpId, label: &TermLabel, operands: &[TermId]) -> Built<Vec<TermId>> {
        let changes = Changes::of(self.module.effects(op));
        let regions = self.module.op(op).regions.clone();
        let closed = regions.into_iter().enumerate().map(|(at, region)| {
            let context = TermLabel::new(&format!("in {at} of {}", label.name), &*label.rest);
            self.region(region, changes, (&context, operands))
        });
        closed.collect()
    }

    fn region(&mut self, region: RegionId, changes: Changes, context: (&TermLabel, &[TermId])) -> Built<TermId> {
        let mark = self.terms.mark();
        let before = (self.memory, self.allocated);
        let obligations = std::mem::take(&mut self.obligations);
        let silent = std::mem::take(&mut self.silent);
        let mut arguments = self.open_state(changes);
        let mut gives = Vec::new();
        match self.module.region(region).blocks[..] {
            [] => {}
            [block] => {
                gives.push(self.open_arguments(block, &mut arguments));
                gives.extend(self.end(block)?);
            }
            _ => return Err(NoTerms),
        }
        gives.extend(std::mem::replace(&mut self.silent, silent));
        gives.extend(self.state(changes));
        let inner = std::mem::replace(&mut self.obligations, obligations);
        (self.memory, self.allocated) = before;
        let closing = Closing { arguments, mark, gives };
        self.oblige(&closing, context, inner)?;
        self.terms.close(&closing.arguments, mark, &closing.gives)
    }

    /// Makes the arguments of a block open; the term says which types they have.
    fn open_arguments(&mut self, block: BlockId, arguments: &mut Vec<TermId>) -> TermId {
        let values = self.module.block(block).args.clone();
        let opens: Vec<TermId> = values.iter().map(|_| self.terms.open()).collect();
        for (value, open) in values.iter().zip(&opens) {
            self.terms.know(*open, self.module.ty(*value));
        }
        self.bind(&values, &opens);
        arguments.extend(opens);
        let types: Vec<String> = values.iter().map(|value| self.module.ty(*value).to_string()).collect();
        let label = TermLabel::new("arguments", types.join(","));
        self.terms.intern(TermShape::Op(label, Vec::new()))
    }

    /// Reads a block to its end: the operation that ends it, if one does.
    fn end(&mut self, block: BlockId) -> Built<Option<TermId>> {
        if self.module.block(block).ops.is_empty() {
            return Ok(None);
        }
        let last = self.block(block)?;
        let data = self.module.op(last);
        let info = data.info();
        if info.is_known() && !info.is_terminator() {
            self.operation(last)?;
            return Ok(None);
        }
        if !data.successors.is_empty() {
            return Err(NoTerms);
        }
        let mut args = self.operands(last)?;
        let label = self.label(last, data.name.as_str(), &[]);
        args.extend(self.regions(last, &label, &args.clone())?);
        Ok(Some(self.terms.intern(TermShape::Op(label, args))))
    }

    /// What must be defined inside of something must be so wherever that runs.
    fn oblige(&mut self, closing: &Closing, (label, outer): (&TermLabel, &[TermId]), inner: Vec<TermId>) -> Built<()> {
        let mut closings = Closings::default();
        for obligation in inner {
            let mut gives = closing.gives.clone();
            gives.push(obligation);
            let mut args = outer.to_vec();
            let closed = self
                .terms
                .close_among(&mut closings, &closing.arguments, closing.mark, &gives)?;
            args.push(closed);
            let term = self.terms.intern(TermShape::Op(label.clone(), args));
            self.obligations.push(term);
        }
        Ok(())
    }

    /// A body of several blocks, as one term.
    pub fn graph(&mut self, region: RegionId) -> Built<TermId> {
        let graph = BlockGraph::of(self, region)?;
        let mark = self.terms.mark();
        let mut arguments = Vec::new();
        let mut gives = Vec::new();
        let mut inner = Vec::new();
        let obligations = std::mem::take(&mut self.obligations);
        for at in 0..graph.order.len() {
            let block = graph.order[at];
            if at > 0 {
                gives.push(self.open_arguments(block, &mut arguments));
                arguments.extend(self.open_state(ALL));
            }
            let mut last = self.block(block)?;
            // A block that only this one leads to is part of it.
            while let Some((next, values)) = graph.continued(self, last)? {
                let args = self.all(&values)?;
                let params = self.module.block(next).args.clone();
                self.bind(&params, &args);
                last = self.block(next)?;
            }
            gives.extend(graph.exit(self, last)?);
            inner.push(std::mem::take(&mut self.obligations));
        }
        self.obligations = obligations;
        let closed = self.terms.close(&arguments, mark, &gives)?;
        let whole = self
            .terms
            .intern(TermShape::Op(TermLabel::new("blocks", ""), vec![closed]));
        if graph.has_cycle {
            self.must_be_defined(&TermLabel::new("blocks", ""), &[whole]);
        }
        let closing = Closing { arguments, mark, gives };
        for (at, obligations) in inner.into_iter().enumerate() {
            let label = TermLabel::new("in block", at.to_string());
            self.oblige(&closing, (&label, &[]), obligations)?;
        }
        Ok(whole)
    }
}

/// Blocks may change anything.
const ALL: Changes = Changes {
    memory: true,
    allocated: true,
};

/// What has been read and is not closed yet.
struct Closing {
    /// Open variables from `mark` on.
    arguments: Vec<TermId>,
    mark: u32,
    gives: Vec<TermId>,
}

/// A loop whose body has been read.
struct LoopBody {
    kind: TermLabel,
    /// Bounds and step of one that counts.
    header: Vec<TermId>,
    mark: u32,
    /// Of one that counts.
    induction: Option<TermId>,
    /// Whether one that does not count goes on.
    decides_by: Vec<TermId>,
    inits: Vec<TermId>,
    /// Open variables; where a value never changes, what it is.
    carried: Vec<TermId>,
    gives: Vec<TermId>,
    /// By carried value, those that its next value is computed from.
    needs: Vec<Vec<usize>>,
}

impl LoopBody {
    fn positions(&self, open: &[TermId]) -> Vec<usize> {
        let place = |term: &TermId| self.carried.iter().position(|one| one == term);
        open.iter().filter_map(place).collect()
    }

    /// Some carried values, and all that they are computed from.
    fn closure(&self, from: impl IntoIterator<Item = usize>) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut next: Vec<usize> = from.into_iter().collect();
        while let Some(at) = next.pop() {
            if found.insert(at) {
                next.extend(&self.needs[at]);
            }
        }
        found
    }
}

/// The blocks of a body that can be reached.
struct BlockGraph {
    /// Those that are not part of the one before them, in reverse postorder.
    order: Vec<BlockId>,
    numbers: HashMap<BlockId, usize>,
    /// By block, how many branches lead to it.
    entries: HashMap<BlockId, usize>,
    has_cycle: bool,
}

impl BlockGraph {
    fn of(builder: &TermBuilder<'_>, region: RegionId) -> Built<BlockGraph> {
        let blocks = &builder.module.region(region).blocks;
        let entry = *blocks.first().ok_or(NoTerms)?;
        let mut next = HashMap::new();
        for block in blocks {
            let last = *builder.module.block(*block).ops.last().ok_or(NoTerms)?;
            next.insert(*block, targets(builder, last)?);
        }
        let mut entries: HashMap<BlockId, usize> = HashMap::new();
        let (mut postorder, mut seen, mut finished) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        let mut has_cycle = false;
        let mut stack = vec![(entry, 0)];
        seen.insert(entry);
        while let Some((block, at)) = stack.pop() {
            let successors = &next[&block];
            match successors.get(at) {
                Some((target, _)) => {
                    stack.push((block, at + 1));
                    *entries.entry(*target).or_default() += 1;
                    has_cycle |= seen.contains(target) && !finished.contains(target);
                    if seen.insert(*target) {
                        stack.push((*target, 0));
                    }
                }
                None => {
                    finished.insert(block);
                    postorder.push(block);
                }
            }
        }
        postorder.reverse();
        let is_part = |block: &BlockId| {
            entries.get(block) == Some(&1)
                && next
                    .iter()
                    .any(|(from, to)| seen.contains(from) && to.len() == 1 && to[0].0 == *block && from != block)
        };
        let order: Vec<BlockId> = postorder
            .into_iter()
            .filter(|block| *block == entry || !is_part(block))
            .collect();
        let numbers = order.iter().enumerate().map(|(at, block)| (*block, at)).collect();
        Ok(BlockGraph {
            order,
            numbers,
            entries,
            has_cycle,
        })
    }

    /// The block that a branch leads to, if that is part of this one.
    fn continued(&self, builder: &TermBuilder<'_>, last: OpId) -> Built<Option<(BlockId, Vec<ValueId>)>> {
        let mut targets = targets(builder, last)?;
        Ok(match (targets.pop(), targets.is_empty()) {
            (Some((block, values)), true)
                if !self.numbers.contains_key(&block) && self.entries.get(&block) == Some(&1) =>
            {
                Some((block, values))
            }
            _ => None,
        })
    }

    /// How a block ends: where to, with which values, and what memory is then.
    fn exit(&self, builder: &mut TermBuilder<'_>, last: OpId) -> Built<[TermId; 3]> {
        let data = builder.module.op(last);
        if !data.regions.is_empty() {
            return Err(NoTerms);
        }
        let mut args = builder.operands(last)?;
        let mut rest = String::new();
        for (block, values) in targets(builder, last)? {
            let number = self.numbers.get(&block).ok_or(NoTerms)?;
            rest += &format!("^{number}({})", values.len());
            args.extend(builder.all(&values)?);
        }
        let label = builder.label(last, data.name.as_str(), &[]);
        let label = TermLabel::new(&label.name, format!("{}{rest}", label.rest));
        let term = builder.terms.intern(TermShape::Op(label, args));
        Ok([term, builder.memory, builder.allocated])
    }
}

/// Where an operation branches to, with which values.
fn targets(builder: &TermBuilder<'_>, last: OpId) -> Built<Vec<(BlockId, Vec<ValueId>)>> {
    if builder.module.op(last).successors.is_empty() {
        return Ok(Vec::new());
    }
    polyvet_ir::branches(builder.module, last).ok_or(NoTerms)
}
