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

use crate::Strength;
use crate::equivalence::same_meaning;
use crate::legality::group;
use crate::walk::{Break, Live, Observer, Walk};
use polyvet_analysis::dependence;
use polyvet_analysis::{AccessKind, ArrayKind, NodeKind, Payload, Scop};
use polyvet_poly::{DimKind, Map, Result, Set, UnionMap};
use std::collections::HashSet;

/// Some instances of a statement of the second program and the instances of the first they stand for.
struct Pairing {
    before: usize,
    after: usize,
    /// `{ T[j] -> S[i] }`
    instances: Map,
}

/// How equal the programs are if `after` only reorders `before`; `None` if that is not seen.
///
/// # Errors
/// Budgets.
pub(crate) fn reordered(before: &Scop, after: &Scop) -> Result<Option<Strength>> {
    let programs = Programs { before, after };
    let Some(pairings) = guess::guess(&programs)? else {
        return Ok(None);
    };
    programs.check(pairings)
}

struct Programs<'s> {
    before: &'s Scop,
    after: &'s Scop,
}

/// What two payloads must have in common to compute the same.
#[derive(Default)]
struct Common {
    /// Accesses that must touch the same element.
    accesses: Vec<(usize, usize)>,
    /// Index nodes that must have the same value.
    indices: Vec<(usize, usize)>,
}

impl Programs<'_> {
    fn check(&self, mut pairings: Vec<Pairing>) -> Result<Option<Strength>> {
        let mut arrays = Arrays::default();
        let mut all = UnionMap::empty(self.before.context.space()?)?;
        for pairing in &mut pairings {
            let Some(common) = self.common(pairing.before, pairing.after) else {
                return Ok(None);
            };
            if !arrays.unify(self, pairing, &common) {
                return Ok(None);
            }
            let Some(same) = self.same_accesses(pairing.before, pairing.after, &common)? else {
                return Ok(None);
            };
            let related = pairing.instances.clone().intersect(same)?;
            pairing.instances = related.intersect_params(self.before.valid.clone())?;
            all = all.add_map(pairing.instances.clone())?;
        }
        if !self.same_results(&arrays) || !self.one_to_one(&all)? {
            return Ok(None);
        }
        let mut judge = Judge::default();
        let live = self.images(&pairings)?;
        let mut walk = Walk {
            scop: self.after,
            observer: &mut judge,
        };
        walk.node(&self.after.schedule.root()?, live)?;
        Ok(match judge {
            Judge { broken: true, .. } => None,
            Judge { reassociates: true, .. } => Some(Strength::Reassociated),
            _ => Some(Strength::Bitwise),
        })
    }

    /// What must be the same for statement `t` of the second program to compute what `s` of the first does;
    /// `None` if their operations differ.
    fn common(&self, s: usize, t: usize) -> Option<Common> {
        let (first, second) = (&self.before.stmts[s], &self.after.stmts[t]);
        let (x, y) = (first.payload.as_ref()?, second.payload.as_ref()?);
        let may = |kind| kind == AccessKind::MayWrite;
        let accesses = || first.accesses.iter().chain(&second.accesses);
        if x.stores.len() != y.stores.len() || accesses().any(|access| may(access.kind)) {
            return None;
        }
        let mut common = Common::default();
        let mut seen = HashSet::new();
        for ((a, m), (b, n)) in x.stores.iter().zip(&y.stores) {
            common.accesses.push((*a, *b));
            if !self.same_node((x, *m), (y, *n), &mut seen, &mut common) {
                return None;
            }
        }
        // An access that nothing computes from is left out of the comparison of order: none may be.
        let paired = |of: fn(&(usize, usize)) -> usize| common.accesses.iter().map(of).collect::<HashSet<_>>().len();
        let complete = paired(|p| p.0) == first.accesses.len() && paired(|p| p.1) == second.accesses.len();
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
            (NodeKind::Const(a), NodeKind::Const(b)) => a == b,
            (NodeKind::Scalar(a), NodeKind::Scalar(b)) => {
                let at = self.before.args.iter().position(|arg| arg == a);
                at.is_some() && at == self.after.args.iter().position(|arg| arg == b)
            }
            (NodeKind::Read(a), NodeKind::Read(b)) => {
                common.accesses.push((*a, *b));
                true
            }
            (NodeKind::Index(_), NodeKind::Index(_)) => {
                common.indices.push((m, n));
                true
            }
            (
                NodeKind::Op {
                    name: a,
                    properties: f,
                    operands: left,
                },
                NodeKind::Op {
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
    fn same_accesses(&self, s: usize, t: usize, common: &Common) -> Result<Option<Map>> {
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
            let index = |scop: &Scop, stmt: usize, node: usize| match &scop.stmts[stmt].payload {
                Some(payload) => match &payload.nodes[node].kind {
                    NodeKind::Index(value) => Some(value.clone()),
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
    fn same_results(&self, arrays: &Arrays) -> bool {
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

    /// The dependences of the first program between instances of the second.
    fn images(&self, pairings: &[Pairing]) -> Result<Vec<Live>> {
        let back = |p: &Pairing| Ok((p.before, p.after, p.instances.clone().reverse()?));
        let back = pairings.iter().map(back).collect::<Result<Vec<_>>>()?;
        let mut all: Vec<Live> = Vec::new();
        for live in group(&dependence::memory_based(self.before)?.list)? {
            for (_, source, from) in back.iter().filter(|(s, ..)| *s == live.source) {
                for (_, sink, to) in back.iter().filter(|(s, ..)| *s == live.sink) {
                    let map = live.map.clone().apply_domain(from.clone())?.apply_range(to.clone())?;
                    if !map.is_empty()? {
                        let (source, sink) = (*source, *sink);
                        all.push(Live {
                            source,
                            sink,
                            map,
                            reduction: live.reduction,
                        });
                    }
                }
            }
        }
        Ok(all)
    }
}

/// Arrays of the two programs that hold the same.
#[derive(Default)]
struct Arrays {
    pairs: HashSet<(usize, usize)>,
}

impl Arrays {
    /// False if an array would have two partners, or one that it cannot have.
    fn unify(&mut self, programs: &Programs<'_>, pairing: &Pairing, common: &Common) -> bool {
        let (first, second) = (
            &programs.before.stmts[pairing.before],
            &programs.after.stmts[pairing.after],
        );
        common.accesses.iter().all(|(a, b)| {
            let (x, y) = (first.accesses[*a].array, second.accesses[*b].array);
            programs.may_be_one(x, y) && {
                self.pairs.insert((x, y));
                self.pairs.iter().all(|(p, q)| (*p == x) == (*q == y))
            }
        })
    }
}

impl Programs<'_> {
    /// Whether array `x` of the first program can be array `y` of the second: of one kind, and what comes
    /// from outside has one name.
    fn may_be_one(&self, x: usize, y: usize) -> bool {
        let (x, y) = (&self.before.arrays[x], &self.after.arrays[y]);
        let from_outside = matches!(x.kind, ArrayKind::Input | ArrayKind::InOut);
        x.kind == y.kind && x.elem == y.elem && (!from_outside || x.name == y.name)
    }

    fn remaining(&self, scop: &Scop, stmt: usize) -> Result<Set> {
        scop.stmts[stmt]
            .domain
            .clone()
            .intersect_params(self.before.valid.clone())
    }
}

/// What the walk down the second program's schedule finds.
#[derive(Default)]
struct Judge {
    broken: bool,
    reassociates: bool,
}

impl Observer for Judge {
    fn on_break(&mut self, kind: Break, broken: Live) -> Result<bool> {
        match kind == Break::Reversed && broken.reduction {
            true => self.reassociates = true,
            false => self.broken = true,
        }
        Ok(self.broken)
    }
}
