//! Whether a program runs the instances of another one, in an order that keeps their dependences.
//!
//! This is what most loop transformations do, and far cheaper to decide than equality of values: the
//! dataflow of neither program is needed. Let `R` relate instances of the second program to instances of
//! the first. If
//!
//! - each instance of either is related to exactly one of the other,
//! - related instances compute the same operations, and what is the same operand or result in both is the
//!   same element of the same array, the same scalar argument, or the same index value, and
//! - for each memory-based dependence `x -> y` of the first program, the instance related to `x` runs before
//!   the one related to `y`, and no mark lets them run at the same time,
//!
//! then each instance reads what its partner reads (DESIGN.md, Order), so the programs compute the same, bit
//! for bit. Accesses being the same, the second program has no other dependences than these, so its marks
//! need no further check. If only accumulations of one reduction change places, the programs are equal up to
//! the order of reductions.
//!
//! This module only checks. Where `R` comes from ([`guess`]) does not matter; the check cuts it to pairs
//! with the same accesses itself.

mod guess;
mod partners;
mod parts;
mod strips;

use crate::Strength;
use crate::certificate::{Partners, Record, of_reordering};
use crate::equivalence::same_meaning;
use crate::legality::group;
use crate::single::Single;
use crate::walk::{Break, LiveDependences, Observer, ScheduleWalk};
use parts::FirstParts;
use polyvet_analysis::dependence;
use polyvet_analysis::ids::{AccessId, ArrayId, LoopId, StmtId};
use polyvet_analysis::{AccessKind, ArrayKind, IteratorType, Payload, PayloadKind, Scop};
use polyvet_poly::{DimKind, Map, PwAff, PwMultiAff, Result, Set, UnionMap, UnionPwMultiAff};
use std::collections::HashSet;
use std::num::NonZeroU64;

/// Some instances of a statement of the second program and the instances of the first they stand for.
struct Pairing {
    before: StmtId,
    after: StmtId,
    /// `{ T[j] -> S[i] }`
    instances: Map,
}

/// What is known of a program that only reorders another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reordered {
    pub strength: Strength,
    /// What the structured operations of the second program call parallel is.
    pub claims_hold: bool,
}

/// How equal the programs are if `after` only reorders `before`; `None` if that is not seen.
///
/// `budget` bounds the isl operations; not to see it in time is no answer.
///
/// What the proof rests on is left in `record`.
pub(crate) fn reordered(before: &Scop, after: &Scop, budget: NonZeroU64, record: &Record) -> Option<Reordered> {
    let programs = Programs {
        before,
        after,
        unread: [before.obligation_stmts(), after.obligation_stmts()],
    };
    let decide = || programs.check(guess::guess(&programs)?, record);
    // What isl cannot do here, other ways to decide may.
    before.ctx.within(budget, None, decide).unwrap_or(None)
}

struct Programs<'s> {
    before: &'s Scop,
    after: &'s Scop,
    /// The statements of each that only stand for a condition on data: nobody reads what they write.
    unread: [HashSet<StmtId>; 2],
}

/// What two payloads must have in common to compute the same.
#[derive(Default)]
struct Common {
    /// Accesses that must touch the same element.
    accesses: Vec<(AccessId, AccessId)>,
    /// Index nodes that must have the same value.
    indices: Vec<(usize, usize)>,
}

impl Programs<'_> {
    fn check(&self, pairings: Vec<Pairing>, record: &Record) -> Result<Option<Reordered>> {
        let mut arrays = SameArrays::default();
        let mut related = Vec::with_capacity(pairings.len());
        for pairing in pairings {
            let Some(common) = self.common(pairing.before, pairing.after) else {
                return Ok(None);
            };
            if !arrays.unify(self, &pairing, &common)? {
                return Ok(None);
            }
            let Some(same) = self.same_accesses(pairing.before, pairing.after, &common)? else {
                return Ok(None);
            };
            let instances = pairing.instances.intersect(same)?;
            related.push(Pairing {
                instances: instances.intersect_params(self.before.valid.clone())?,
                ..pairing
            });
        }
        if self.after.has_strips() {
            if !self.same_results(&arrays) {
                return Ok(None);
            }
            let found = strips::check(self, &related)?;
            if found.is_some() {
                record.trusted("tiles of symbolic size", "which iterations they have is not affine");
            }
            return Ok(found);
        }
        if !self.same_results(&arrays) || !self.one_to_one(&parts::union(self.before, &related)?)? {
            return Ok(None);
        }
        let parts = FirstParts::of(self.before, self.after, related)?;
        // The order in which the second program runs the instances of the first.
        let instances = parts.scop.domain()?.intersect_params(self.before.valid.clone())?;
        let partners = partners::partners(&parts::union(self.before, &parts.pairings)?.reverse()?, &instances)?;
        let schedule = self
            .after
            .schedule
            .clone()
            .pullback_union_pw_multi_aff(partners.clone())?;
        let live = parts.live(group(&dependence::memory_based(self.before)?.list)?)?;
        let pairs = live.clone();
        let mut judge = ReorderJudge::default();
        let mut walk = ScheduleWalk {
            scop: &parts.scop,
            observer: &mut judge,
        };
        walk.node(&schedule.root()?, live)?;
        let Some(strength) = judge.strength() else {
            return Ok(None);
        };
        let claims_hold = self.claims_hold(&parts.scop, &pairs, &partners)?;
        if record.is_on() {
            let proposed = Partners {
                forward: parts.forward(&partners, self.after)?,
                backward: parts.backward()?,
            };
            record.add(|| of_reordering(self.before, self.after, &proposed, strength));
        }
        Ok(Some(Reordered { strength, claims_hold }))
    }

    /// Whether no two iterations of a dimension that a structured operation of the second program calls parallel depend
    /// on each other, while the loops around the operation stand still. Its dependences are those of the first program.
    fn claims_hold(&self, parts: &Scop, pairs: &[LiveDependences], partners: &UnionPwMultiAff) -> Result<bool> {
        let mut met = HashSet::new();
        for partner in partners.pw_multi_affs()? {
            let name = |kind| Ok(partner.tuple_name(kind)?.unwrap_or_default());
            let (here, there): (String, String) = (name(DimKind::In)?, name(DimKind::Out)?);
            let of = |scop: &Scop, name: &str| scop.stmts.position(|stmt| stmt.name == name);
            let (Some(s), Some(t)) = (of(parts, &here), of(self.after, &there)) else {
                return Ok(false);
            };
            // Pairs of instances of two statements would have to be looked at as well.
            if !met.insert(t) {
                return Ok(false);
            }
            for live in pairs.iter().filter(|live| live.source == s && live.sink == s) {
                if !self.claims_hold_for(t, &partner, &live.map)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn claims_hold_for(&self, t: StmtId, partner: &PwMultiAff, pairs: &Map) -> Result<bool> {
        let (stmt, loops) = (&self.after.stmts[t], &self.after.loops);
        let claimed = |number: LoopId| {
            let one = &loops[number];
            one.induction.is_none() && one.claim == Some(IteratorType::Parallel)
        };
        let same = |at: usize| partner.at(at)?.eq_map(partner.at(at)?);
        for (at, number) in stmt.loops.iter().enumerate().filter(|(_, number)| claimed(**number)) {
            if stands_still(&partner.at(at)?, pairs)? {
                continue;
            }
            let same_value = same(at)?;
            if pairs.is_subset(&same_value)? {
                continue;
            }
            let mut together = pairs.clone();
            for (outer, _) in { stmt.loops.iter().enumerate() }.filter(|(_, l)| loops[**l].op != loops[*number].op) {
                together = together.intersect(same(outer)?)?;
            }
            if !together.is_subset(&same_value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What must be the same for statement `t` of the second program to compute what `s` of the first does;
    /// `None` if their operations differ.
    fn common(&self, s: StmtId, t: StmtId) -> Option<Common> {
        let (first, second) = (&self.before.stmts[s], &self.after.stmts[t]);
        let (x, y) = (first.payload.as_ref()?, second.payload.as_ref()?);
        let may = |kind| kind == AccessKind::MayWrite;
        let accesses = || first.accesses.iter().chain(&second.accesses);
        if x.stores.len() != y.stores.len() || accesses().any(|access| may(access.kind)) {
            return None;
        }
        let mut common = Common::default();
        let mut seen = HashSet::new();
        let unread = self.unread[0].contains(&s);
        if unread != self.unread[1].contains(&t) {
            return None;
        }
        for ((a, m), (b, n)) in x.stores.iter().zip(&y.stores) {
            if !unread {
                common.accesses.push((*a, *b));
            }
            if !self.same_node((x, *m), (y, *n), &mut seen, &mut common) {
                return None;
            }
        }
        // An access that nothing computes from is left out of the comparison of order: none may be.
        let paired =
            |of: fn(&(AccessId, AccessId)) -> AccessId| common.accesses.iter().map(of).collect::<HashSet<_>>().len();
        let stores = if unread { x.stores.len() } else { 0 };
        let complete =
            paired(|p| p.0) + stores == first.accesses.len() && paired(|p| p.1) + stores == second.accesses.len();
        complete.then_some(common)
    }

    fn same_node(
        &self,
        (x, m): (&Payload, usize),
        (y, n): (&Payload, usize),
        seen: &mut HashSet<(usize, usize)>,
        common: &mut Common,
    ) -> bool {
        if !seen.insert((m, n)) {
            return true;
        }
        let (p, q) = (&x.nodes[m], &y.nodes[n]);
        if p.ty != q.ty {
            return false;
        }
        match (&p.kind, &q.kind) {
            (PayloadKind::Const(a), PayloadKind::Const(b)) => a == b,
            (PayloadKind::Scalar(a), PayloadKind::Scalar(b)) => {
                let at = self.before.args.iter().position(|arg| arg == a);
                at.is_some() && at == self.after.args.iter().position(|arg| arg == b)
            }
            (PayloadKind::Read(a), PayloadKind::Read(b)) => {
                common.accesses.push((*a, *b));
                true
            }
            (PayloadKind::Index(_), PayloadKind::Index(_)) => {
                common.indices.push((m, n));
                true
            }
            (
                PayloadKind::Op {
                    name: a,
                    properties: f,
                    operands: left,
                },
                PayloadKind::Op {
                    name: b,
                    properties: g,
                    operands: right,
                },
            ) => {
                a == b
                    && left.len() == right.len()
                    && same_meaning(f, g)
                    && left
                        .iter()
                        .zip(right)
                        .all(|(m, n)| self.same_node((x, *m), (y, *n), seen, common))
            }
            _ => false,
        }
    }

    /// `{ T[j] -> S[i] }`, in both domains, with all accesses and indices in common; `None` if accesses are
    /// no functions.
    fn same_accesses(&self, s: StmtId, t: StmtId, common: &Common) -> Result<Option<Map>> {
        let (first, second) = (&self.before.stmts[s], &self.after.stmts[t]);
        let mut all = Map::from_domain_and_range(second.domain.clone(), first.domain.clone())?;
        for (a, b) in &common.accesses {
            let (f, g) = (&first.accesses[*a], &second.accesses[*b]);
            if f.relation.dim(DimKind::Out)? != g.relation.dim(DimKind::Out)? {
                return Ok(None);
            }
            let element = |relation: &Map| relation.clone().set_tuple_name(DimKind::Out, "element");
            let (f, g) = (element(&f.relation)?, element(&g.relation)?);
            if !f.is_single_valued()? || !g.is_single_valued()? {
                return Ok(None);
            }
            all = all.intersect(g.apply_range(f.reverse()?)?)?;
        }
        for (m, n) in &common.indices {
            let index = |scop: &Scop, stmt: StmtId, node: usize| match &scop.stmts[stmt].payload {
                Some(payload) => match &payload.nodes[node].kind {
                    PayloadKind::Index(value) => Some(value.clone()),
                    _ => None,
                },
                None => None,
            };
            let (Some(f), Some(g)) = (index(self.before, s, *m), index(self.after, t, *n)) else {
                return Ok(None);
            };
            all = all.intersect(g.eq_map(f)?)?;
        }
        Ok(Some(all))
    }

    /// The functions return the same arrays.
    fn same_results(&self, arrays: &SameArrays) -> bool {
        let (first, second) = (&self.before.results, &self.after.results);
        first.len() == second.len()
            && first.iter().zip(second).all(|(x, y)| match (x, y) {
                (Some(x), Some(y)) => arrays.pairs.contains(&(*x, *y)),
                _ => false,
            })
    }

    /// Every instance of either program has exactly one partner, for all valid parameters.
    fn one_to_one(&self, instances: &UnionMap) -> Result<bool> {
        let valid = |scop: &Scop| scop.domain()?.intersect_params(self.before.valid.clone());
        Ok(valid(self.after)?.is_subset(&instances.clone().domain()?)?
            && valid(self.before)?.is_subset(&instances.clone().range()?)?
            && instances.is_single_valued()?
            && instances.is_injective()?)
    }
}

/// Arrays of the two programs that hold the same.
#[derive(Default)]
struct SameArrays {
    pairs: HashSet<(ArrayId, ArrayId)>,
}

impl SameArrays {
    /// False if an array would have two partners, or one that it cannot have.
    fn unify(&mut self, programs: &Programs<'_>, pairing: &Pairing, common: &Common) -> Result<bool> {
        for (x, y) in programs.arrays(pairing.before, pairing.after, common) {
            if self.pairs.contains(&(x, y)) {
                continue;
            }
            if self.pairs.iter().any(|(p, q)| *p == x || *q == y) || !programs.may_be_one(x, y)? {
                return Ok(false);
            }
            self.pairs.insert((x, y));
        }
        Ok(true)
    }
}

impl Programs<'_> {
    /// The arrays of accesses in common.
    fn arrays(&self, s: StmtId, t: StmtId, common: &Common) -> impl Iterator<Item = (ArrayId, ArrayId)> {
        let (first, second) = (&self.before.stmts[s].accesses, &self.after.stmts[t].accesses);
        common.accesses.iter().map(|(a, b)| (first[*a].array, second[*b].array))
    }

    /// Whether array `x` of the first program can be array `y` of the second: of one kind, and what can be
    /// seen from outside has one name and one shape.
    fn may_be_one(&self, x: ArrayId, y: ArrayId) -> Result<bool> {
        let (x, y) = (&self.before.arrays[x], &self.after.arrays[y]);
        if x.kind != y.kind || x.elem != y.elem || x.extents.len() != y.extents.len() {
            return Ok(false);
        }
        match x.kind {
            ArrayKind::Local | ArrayKind::Register => return Ok(true),
            ArrayKind::Input | ArrayKind::InOut if x.name != y.name => return Ok(false),
            ArrayKind::Input | ArrayKind::InOut | ArrayKind::Output => {}
        }
        for (n, m) in x.extents.iter().zip(&y.extents) {
            match (n, m) {
                (Some(n), Some(m)) if n.is_equal(m)? => {}
                // Elements of a buffer under subscripts of their own.
                (None, None) if x.kind == ArrayKind::Input => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// The instances of a statement of either program that count.
    fn instances(&self, scop: &Scop, stmt: StmtId) -> Result<Set> {
        scop.stmts[stmt]
            .domain
            .clone()
            .intersect_params(self.before.valid.clone())
    }
}

/// Whether `function` looks at one dimension only, in which no pair moves: then its values are equal, whatever they are.
fn stands_still(function: &PwAff, pairs: &Map) -> Result<bool> {
    let Some(Single { at, .. }) = Single::of(function)? else {
        return Ok(false);
    };
    pairs.is_subset(&pairs.clone().equate(DimKind::In, at, DimKind::Out, at)?)
}

/// What the walk down the second program's schedule finds.
#[derive(Default)]
struct ReorderJudge {
    broken: bool,
    reassociates: bool,
}

impl ReorderJudge {
    /// How equal the programs are, if the order is kept.
    fn strength(&self) -> Option<Strength> {
        let kept = match self.reassociates {
            true => Strength::Reassociated,
            false => Strength::Bitwise,
        };
        (!self.broken).then_some(kept)
    }
}

impl Observer for ReorderJudge {
    fn on_break(&mut self, kind: Break, broken: LiveDependences) -> Result<bool> {
        // The schedule has no times for parameters that do not count, so these pairs do.
        match kind == Break::Reversed && broken.reduction {
            true => self.reassociates = true,
            false => self.broken = true,
        }
        Ok(self.broken)
    }

    fn asks_order(&self, pairs: &LiveDependences) -> bool {
        !(pairs.reduction && self.reassociates)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyvet_analysis::extract::{self, ExtractOptions, Signature};
    use polyvet_poly::Ctx;

    const BUDGET: NonZeroU64 = NonZeroU64::new(10_000_000).expect("not zero");

    /// The two bodies as functions of `%A`, `%B`, `%n` and `%f`.
    fn compare(before: &str, after: &str) -> Option<Strength> {
        let parse = |body: &str| {
            let text = format!(
                "func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %f: f32) {{\n{body}\nreturn\n}}"
            );
            let (module, diagnostics) = polyvet_ir::parse(&text);
            assert!(diagnostics.is_empty(), "{text}");
            module
        };
        let (first, second) = (parse(before), parse(after));
        let ctx = Ctx::new();
        let options = ExtractOptions::default();
        let x = extract::extract(&first, first.funcs()[0], &ctx, &options).expect("a model");
        let like = Some(Signature::of(&x, &first, first.funcs()[0]));
        let options = ExtractOptions { like, ..options };
        let y = extract::extract(&second, second.funcs()[0], &ctx, &options).expect("a model");
        reordered(&x, &y, BUDGET, &Record::off()).map(|found| found.strength)
    }

    /// `A[i] = f` for some iterations.
    fn fill(array: &str, loops: &str) -> String {
        format!("affine.for %i = {loops} {{ affine.store %f, %{array}[%i] : memref<?xf32> }}\n")
    }

    const SUM: &str = "affine.for %i = 1 to %n { \
        %x = affine.load %A[%i] : memref<?xf32> \
        %s = affine.load %B[0] : memref<?xf32> \
        %y = arith.addf %s, %x : f32 \
        affine.store %y, %B[0] : memref<?xf32> }";

    #[test]
    fn every_instance_runs_exactly_once() {
        let whole = fill("A", "0 to %n");
        let halves = fill("A", "0 to %n step 2") + &fill("A", "1 to %n step 2");
        assert_eq!(compare(&whole, &halves), Some(Strength::Bitwise));
        assert_eq!(compare(&halves, &whole), Some(Strength::Bitwise));
        let short = fill("A", "0 to %n step 2");
        assert_eq!(compare(&whole, &short), None, "half is missing");
        assert_eq!(compare(&short, &whole), None, "half is too much");
        let twice = whole.clone() + &whole;
        assert_eq!(compare(&whole, &twice), None, "all run twice");
        assert_eq!(compare(&twice, &twice), Some(Strength::Bitwise));
    }

    #[test]
    fn arrays_and_operations_are_the_same() {
        assert_eq!(compare(&fill("A", "0 to %n"), &fill("B", "0 to %n")), None);
        let both = fill("A", "0 to %n") + &fill("B", "0 to %n");
        let swapped = fill("B", "0 to %n") + &fill("A", "0 to %n");
        assert_eq!(compare(&both, &swapped), Some(Strength::Bitwise));
        assert_eq!(compare(SUM, &SUM.replace("arith.addf", "arith.mulf")), None);
        assert_eq!(
            compare(SUM, &SUM.replace("%s, %x", "%x, %s")),
            None,
            "operands as they are"
        );
        // Two buffers are not one.
        let copy = |through: [&str; 2]| {
            format!(
                "%c = memref.alloc(%n) : memref<?xf32>\n%d = memref.alloc(%n) : memref<?xf32>\n\
                 affine.for %i = 0 to %n {{ affine.store %f, %c[%i] : memref<?xf32>\n\
                 affine.store %f, %{}[%i] : memref<?xf32>\n\
                 %x = affine.load %{}[%i] : memref<?xf32>\naffine.store %x, %A[%i] : memref<?xf32> }}",
                through[0], through[1]
            )
        };
        assert_eq!(compare(&copy(["d", "d"]), &copy(["d", "d"])), Some(Strength::Bitwise));
        assert_eq!(compare(&copy(["d", "d"]), &copy(["c", "c"])), None);
    }

    #[test]
    fn dependences_keep_their_order() {
        assert_eq!(compare(SUM, SUM), Some(Strength::Bitwise));
        let backwards = SUM.replace("[%i]", "[%n - %i]");
        assert_eq!(compare(SUM, &backwards), Some(Strength::Reassociated));
        let racy = SUM.replace("affine.for %i = 1 to %n", "affine.parallel (%i) = (1) to (symbol(%n))");
        assert_eq!(compare(SUM, &racy), None, "a race");
        let shift = |at: &str| {
            format!(
                "affine.for %i = 1 to %n {{ %x = affine.load %A[{at} - 1] : memref<?xf32>\n\
                 affine.store %x, %A[{at}] : memref<?xf32> }}"
            )
        };
        assert_eq!(compare(&shift("%i"), &shift("%i")), Some(Strength::Bitwise));
        assert_eq!(compare(&shift("%i"), &shift("%n - %i")), None);
    }

    #[test]
    fn loops_that_no_subscript_shows_are_guessed() {
        let times = |header: &str| {
            format!(
                "affine.for %t = 0 to %n {{ {header} {{ \
                 %x = affine.load %A[%i] : memref<?xf32>\n%y = arith.mulf %x, %f : f32\n\
                 affine.store %y, %A[%i] : memref<?xf32> }} }}"
            )
        };
        let (first, second) = (
            times("affine.for %i = 0 to %n"),
            times("affine.for %i = 0 to %n step 1"),
        );
        assert_eq!(compare(&first, &second), Some(Strength::Bitwise));
        let swapped = "affine.for %i = 0 to %n { affine.for %t = 0 to %n { \
             %x = affine.load %A[%i] : memref<?xf32>\n%y = arith.mulf %x, %f : f32\n\
             affine.store %y, %A[%i] : memref<?xf32> } }";
        assert_eq!(compare(&first, swapped), Some(Strength::Bitwise));
    }
}
