//! The induction that makes two programs compute the same.
//!
//! Let `R` relate values of two programs: for vertices `u` of the first and `v` of the second, pairs
//! of instances. `R` is *inductive* if for each related pair
//!
//! - both are the same operation with the same attributes, the same constant, the same scalar
//!   argument, or index functions with equal values, and
//! - each operand comes in both programs from related values, or from the same element at entry.
//!
//! If `R` is inductive, related values are equal as terms: take a pair that is not, whose value in the
//! second program is computed first; its operands are computed earlier, so they are equal, and the
//! operation is the same. If moreover for each visible element the values it holds in the end are
//! related (or the element holds in both its value at entry), the programs are equal. Where the first
//! program leaves an element undefined the second may do what it likes.
//!
//! Where sums are taken apart ([`super::sums`]), a related pair may instead be of two sums with one
//! combiner whose terms can be matched one to one so that the values of matched terms are related, or
//! the same element at entry; what is no sum counts as one of a single term. Terms are computed before
//! their sum, so each step leads to pairs of which one is earlier and none later. Which terms are
//! matched is a guess ([`super::alike`]) that is checked here. Related values are then equal up to the
//! order of sums.
//!
//! Where algebra is enabled ([`super::algebra`]), a related pair may also be of two values that are the same function
//! of values that are related.
//!
//! This module only checks; where `R` comes from does not matter here ([`super::guess`]).

use super::algebra;
use super::alike;
use super::graph::{OperandPiece, ValueGraph, VertexId, VertexOrigin};
use super::normal::Flagged;
use super::sums::{SumPart, ValueSum, is_idempotent, is_neutral};
use crate::certificate::Apart;
use polyvet_analysis::{Combiner, PayloadKind, PayloadNode};
use polyvet_ir::{Attr, Attrs, Flags, Type};
use polyvet_poly::{DimKind, Map, Result, Set, UnionMap};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

/// A relation between the values of two programs.
pub(crate) type Relation = HashMap<(VertexId, VertexId), Map>;

/// Two values that should be equal but are not the same by construction.
#[derive(Clone, Debug)]
pub(crate) struct Mismatch {
    /// In words.
    pub what: String,
    /// Pairs for which it is so, in any spaces; its parameters are those of the fault.
    pub pairs: Map,
}

/// What must be related for some pairs to be equal.
pub(crate) enum ProofStep {
    Needs(Needs),
    Fails(Mismatch),
}

/// Two programs, for the parameters for which the first is defined.
pub(crate) struct Programs<'s> {
    pub before: ValueGraph<'s>,
    pub after: ValueGraph<'s>,
    pub valid: Set,
    /// What the first program leaves undefined is a value like any other: a condition on it says nothing.
    pub undefined_counts: Cell<bool>,
    /// Guesses that were made for sums.
    pub alike: alike::KnownValues,
    /// What becomes of flags of the first program.
    pub flagged: Flagged,
    /// Values may be equal by algebra ([`algebra`]) as long as so many clauses may still be learnt for it.
    pub algebra: Cell<u64>,
    /// What was seen, if somebody asked.
    pub seen: RefCell<Option<Vec<PairReason>>>,
}

/// Values that must be related.
pub(super) type Needs = Vec<((VertexId, VertexId), Map)>;

/// Why pairs of values are equal, if not as the same operation on equal operands.
pub(super) struct PairReason {
    pub origins: (VertexOrigin, VertexOrigin),
    pub pairs: Map,
    pub how: How,
}

/// How that was seen.
pub(super) enum How {
    /// The same terms, combined so.
    Terms(Combiner, Vec<Matched>),
    /// The same function of leaves.
    Algebra(Apart),
}

/// Tokens of a term of one sum and of a term of another that are the same.
pub(super) struct Matched {
    pub before: usize,
    pub after: usize,
    /// `{ [r -> r'] -> [token -> token'] }`
    pub tokens: Map,
}

/// One side of a pair that may be a sum: what it is and for which instances or elements.
struct SumSide<'p> {
    graph: &'p ValueGraph<'p>,
    origin: VertexOrigin,
    at: Set,
}

impl<'s> Programs<'s> {
    /// Without algebra.
    pub fn new((before, after): (ValueGraph<'s>, ValueGraph<'s>), valid: Set, flagged: Flagged) -> Programs<'s> {
        Programs {
            before,
            after,
            valid,
            undefined_counts: Cell::new(false),
            alike: alike::KnownValues::default(),
            flagged,
            algebra: Cell::new(0),
            seen: RefCell::new(None),
        }
    }
}

impl Programs<'_> {
    /// What must be related for the visible elements to be equal.
    pub fn outputs(&self) -> Result<ProofStep> {
        let mut needs = Vec::new();
        for (x, y) in self.before.visible.iter().zip(&self.after.visible) {
            let pairs = |p: &OperandPiece, q: &OperandPiece| p.map.clone().reverse()?.apply_range(q.map.clone());
            if let Some(mismatch) = self.pair_up(&x.pieces, &y.pieces, &pairs, &x.key, &mut needs)? {
                return Ok(ProofStep::Fails(mismatch));
            }
        }
        Ok(ProofStep::Needs(needs))
    }

    /// What must be related for `pairs` of `(u, v)` to be equal.
    pub fn step(&self, (u, v): (VertexId, VertexId), pairs: &Map) -> Result<ProofStep> {
        if let Some(needs) = self.sums(VertexOrigin::Vertex(u), VertexOrigin::Vertex(v), pairs)? {
            return Ok(ProofStep::Needs(needs));
        }
        if let Some(needs) = self.by_algebra(VertexOrigin::Vertex(u), VertexOrigin::Vertex(v), pairs)? {
            return Ok(ProofStep::Needs(needs));
        }
        let (x, y) = (&self.before.vertices[u], &self.after.vertices[v]);
        let (m, n) = (self.before.node(u), self.after.node(v));
        let fail = |what: String| {
            Ok(ProofStep::Fails(Mismatch {
                what,
                pairs: pairs.clone(),
            }))
        };
        match (&m.kind, &n.kind) {
            (PayloadKind::Const(a), PayloadKind::Const(b)) if a == b && m.ty == n.ty => {
                Ok(ProofStep::Needs(Vec::new()))
            }
            (PayloadKind::Scalar(a), PayloadKind::Scalar(b)) if self.same_argument(*a, *b) => {
                Ok(ProofStep::Needs(Vec::new()))
            }
            (PayloadKind::Index(f), PayloadKind::Index(g)) => {
                let differ = pairs.clone().subtract(f.clone().eq_map(g.clone())?)?;
                if differ.is_empty()? {
                    return Ok(ProofStep::Needs(Vec::new()));
                }
                Ok(ProofStep::Fails(Mismatch {
                    what: "an index value differs".to_owned(),
                    pairs: differ,
                }))
            }
            (
                PayloadKind::Op {
                    name: a, properties: p, ..
                },
                PayloadKind::Op {
                    name: b, properties: q, ..
                },
            ) if a == b && m.ty == n.ty && x.operands.len() == y.operands.len() && same_meaning(p, q) => {
                let mut needs = Vec::new();
                let swap = self.is_swapped(u, v);
                for (at, operand) in x.operands.iter().enumerate() {
                    let other = &y.operands[if swap { 1 - at } else { at }];
                    let join = |p: &OperandPiece, q: &OperandPiece| {
                        let from = p.map.clone().reverse()?.apply_range(pairs.clone())?;
                        from.apply_range(q.map.clone())
                    };
                    if let Some(mismatch) = self.pair_up(operand, other, &join, a, &mut needs)? {
                        return Ok(ProofStep::Fails(mismatch));
                    }
                }
                Ok(ProofStep::Needs(needs))
            }
            _ => fail(format!("{} against {}", describe(m), describe(n))),
        }
    }

    /// Pairs each part of one value with each part of the other.
    pub(super) fn pair_up(
        &self,
        before: &[OperandPiece],
        after: &[OperandPiece],
        join: &dyn Fn(&OperandPiece, &OperandPiece) -> Result<Map>,
        what: &str,
        needs: &mut Needs,
    ) -> Result<Option<Mismatch>> {
        for p in before {
            for q in after {
                let pairs = join(p, q)?.intersect_params(self.valid.clone())?;
                if pairs.is_empty()? {
                    continue;
                }
                if p.origin == VertexOrigin::Nothing && !self.undefined_counts.get() {
                    // Anything will do, but for an operation that is undefined because of it.
                    if self.computes_with_nothing(q.origin, &pairs)? {
                        let what = format!("`{what}` uses an element that was never written");
                        return Ok(Some(Mismatch { what, pairs }));
                    }
                    continue;
                }
                if let (VertexOrigin::Vertex(u), VertexOrigin::Vertex(v)) = (p.origin, q.origin) {
                    needs.push(((u, v), pairs.coalesce()?));
                    continue;
                }
                if let Some(more) = self.sums(p.origin, q.origin, &pairs)? {
                    needs.extend(more);
                    continue;
                }
                if let Some(more) = self.by_algebra(p.origin, q.origin, &pairs)? {
                    needs.extend(more);
                    continue;
                }
                let what = match (p.origin, q.origin) {
                    (VertexOrigin::Entry, VertexOrigin::Entry) => {
                        let differ = other_element(pairs)?;
                        if differ.is_empty()? {
                            continue;
                        }
                        return Ok(Some(Mismatch {
                            what: format!("`{what}` uses another element"),
                            pairs: differ,
                        }));
                    }
                    (_, VertexOrigin::Nothing) => format!("`{what}` uses an element that was never written"),
                    (VertexOrigin::Vertex(_), VertexOrigin::Entry) => {
                        format!("`{what}` uses a value at entry, not the computed one")
                    }
                    _ => format!("`{what}` uses a computed value, not the one at entry"),
                };
                return Ok(Some(Mismatch { what, pairs }));
            }
        }
        Ok(None)
    }

    /// Whether a value of the second program may be computed from an element that was never written.
    fn computes_with_nothing(&self, origin: VertexOrigin, pairs: &Map) -> Result<bool> {
        let VertexOrigin::Vertex(root) = origin else {
            return Ok(false);
        };
        let instances = pairs.clone().range()?;
        let mut seen = HashSet::from([root]);
        let mut left = vec![root];
        while let Some(vertex) = left.pop() {
            for piece in self.after.vertices[vertex].operands.iter().flatten() {
                let mut map = piece.map.clone().intersect_params(self.valid.clone())?;
                if vertex == root {
                    map = map.intersect_domain(instances.clone())?;
                }
                match piece.origin {
                    _ if map.is_empty()? => {}
                    VertexOrigin::Nothing => return Ok(true),
                    // It may be another instance of the same one.
                    VertexOrigin::Vertex(root) if root == vertex => {
                        let mut all = self.after.vertices[vertex].operands.iter().flatten();
                        if all.any(|piece| piece.origin == VertexOrigin::Nothing) {
                            return Ok(true);
                        }
                    }
                    VertexOrigin::Vertex(next) => left.extend(seen.insert(next).then_some(next)),
                    VertexOrigin::Entry => {}
                }
            }
        }
        Ok(false)
    }

    /// What must be related for `pairs` of two origins to be equal as sums; `None` if they are not
    /// seen to be.
    fn sums(&self, x: VertexOrigin, y: VertexOrigin, pairs: &Map) -> Result<Option<Needs>> {
        let part = |graph, origin, at| SumSide { graph, origin, at };
        let origins = (x, y);
        let x = part(&self.before, x, pairs.clone().domain()?);
        let y = part(&self.after, y, pairs.clone().range()?);
        if matches!((x.ty(), y.ty()), (Some(x), Some(y)) if x != y) {
            return Ok(None);
        }
        let combiners = [x.sum().map(|sum| sum.combiner), y.sum().map(|sum| sum.combiner)];
        let second = combiners[1].filter(|c| combiners[0] != Some(*c));
        for combiner in combiners[0].into_iter().chain(second) {
            let (terms, others) = (x.terms(combiner)?, y.terms(combiner)?);
            if let Some((needs, matched)) = self.balanced(&terms, &others, combiner, pairs)? {
                self.see(origins, pairs, || How::Terms(combiner, matched));
                return Ok(Some(needs));
            }
        }
        Ok(None)
    }

    /// What must be related for `pairs` of two origins to be equal by algebra; `None` if they are not seen to be, or
    /// nobody asked.
    fn by_algebra(&self, x: VertexOrigin, y: VertexOrigin, pairs: &Map) -> Result<Option<Needs>> {
        if self.algebra.get() == 0 || x == VertexOrigin::Nothing || y == VertexOrigin::Nothing {
            return Ok(None);
        }
        let (origins, seen) = ((x, y), self.seen_count());
        let value = |graph, origin, at, flagged| algebra::ComparedValue {
            graph,
            origin,
            at,
            flagged,
        };
        let x = value(&self.before, x, pairs.clone().domain()?, self.flagged);
        let y = value(&self.after, y, pairs.clone().range()?, Flagged::Kept);
        // Leaves are compared as they are.
        let clauses = Cell::new(self.algebra.take());
        let found = algebra::equal(self, &x, &y, pairs, &clauses);
        self.algebra.set(clauses.get());
        match found? {
            Some((needs, apart)) => {
                self.see(origins, pairs, || How::Algebra(apart));
                Ok(Some(needs))
            }
            None => {
                self.forget(seen);
                Ok(None)
            }
        }
    }

    fn see(&self, origins: (VertexOrigin, VertexOrigin), pairs: &Map, how: impl FnOnce() -> How) {
        if let Some(seen) = &mut *self.seen.borrow_mut() {
            seen.push(PairReason {
                origins,
                pairs: pairs.clone(),
                how: how(),
            });
        }
    }

    /// How much was seen.
    pub(super) fn seen_count(&self) -> usize {
        self.seen.borrow().as_ref().map_or(0, Vec::len)
    }

    /// Forgets what was seen in an attempt that came to nothing.
    pub(super) fn forget(&self, from: usize) {
        if let Some(seen) = &mut *self.seen.borrow_mut() {
            seen.truncate(from);
        }
    }

    /// What must be related for two sums to have the same terms for each of `pairs`: each token of one
    /// is matched with exactly one token of the other. Which with which is a guess, checked here.
    fn balanced(
        &self,
        x: &[SumPart],
        y: &[SumPart],
        combiner: Combiner,
        pairs: &Map,
    ) -> Result<Option<(Needs, Vec<Matched>)>> {
        let mut pairs = pairs.clone().intersect_params(self.valid.clone())?;
        let lenient = !self.undefined_counts.get();
        for term in x.iter().filter(|term| lenient && term.origin == VertexOrigin::Nothing) {
            // Undefined in the first program: anything goes.
            pairs = pairs.subtract_domain(term.tokens.clone().domain()?)?;
        }
        // { [r -> r'] -> token }, tokens of different terms in different spaces.
        let see = |pairs: Map, terms: &[SumPart], side: &str| -> Result<Vec<Map>> {
            let see = |(at, term): (usize, &SumPart)| {
                let tokens = term
                    .tokens
                    .clone()
                    .set_tuple_name(DimKind::Out, &format!("{side}{at}"))?;
                pairs.clone().apply_range(tokens)
            };
            terms.iter().enumerate().map(see).collect()
        };
        let before = see(pairs.clone().domain_map()?, x, "x")?;
        let after = see(pairs.clone().range_map()?, y, "y")?;
        let mut matched = UnionMap::empty(pairs.space()?.params()?)?;
        let (mut needs, mut tokens_of) = (Needs::new(), Vec::new());
        for (number, (term, tokens)) in x.iter().zip(&before).enumerate() {
            for (place, (other, others)) in y.iter().zip(&after).enumerate() {
                if tokens.is_empty()? || others.is_empty()? || term.negative != other.negative {
                    continue;
                }
                let Some(guess) = alike::terms(self, term, other)? else {
                    continue;
                };
                let name = |map: &Map| Ok(map.tuple_name(DimKind::Out)?.unwrap_or_default());
                let guess = guess
                    .set_tuple_name(DimKind::In, &name(tokens)?)?
                    .set_tuple_name(DimKind::Out, &name(others)?)?;
                let both = { tokens.clone() }.range_product(others.clone())?;
                let both = both.intersect_range(guess.wrap()?)?;
                if both.is_empty()? {
                    continue;
                }
                // The values of matched tokens must be equal, whatever the guess said.
                let values =
                    |term: &SumPart, tokens: &Map| { term.values.clone() }.set_tuple_name(DimKind::In, &name(tokens)?);
                let equal = { both.clone() }.range()?.unwrap()?;
                let equal = equal.apply_domain(values(term, tokens)?)?;
                let equal = equal.apply_range(values(other, others)?)?;
                match (term.origin, other.origin) {
                    (VertexOrigin::Vertex(u), VertexOrigin::Vertex(v)) => needs.push(((u, v), equal.coalesce()?)),
                    (VertexOrigin::Entry, VertexOrigin::Entry) if other_element(equal)?.is_empty()? => {}
                    _ => return Ok(None),
                }
                tokens_of.push(Matched {
                    before: number,
                    after: place,
                    tokens: both.clone(),
                });
                matched = matched.add_map(both)?;
            }
        }
        // { [[r -> r'] -> token] -> token }, both ways.
        let ways = [
            (matched.clone().uncurry()?, before),
            (matched.range_reverse()?.uncurry()?, after),
        ];
        for (way, tokens) in ways {
            let covered = way.clone().domain()?;
            for tokens in tokens {
                if !tokens.wrap()?.to_union_set()?.is_subset(&covered)? {
                    return Ok(None);
                }
            }
            if !is_idempotent(combiner) && !way.is_single_valued()? {
                return Ok(None);
            }
        }
        Ok(Some((needs, tokens_of)))
    }

    /// Scalar arguments are the same if they have the same position.
    pub fn same_argument(&self, before: polyvet_ir::ValueId, after: polyvet_ir::ValueId) -> bool {
        let position = |graph: &ValueGraph<'_>, value| graph.scop.args.iter().position(|v| *v == value);
        let at = position(&self.before, before);
        at.is_some() && at == position(&self.after, after)
    }

    /// Whether the operands of a commutative operation look alike the other way round.
    pub fn is_swapped(&self, u: VertexId, v: VertexId) -> bool {
        let operation = &self.before.node(u).kind;
        if !matches!(operation, PayloadKind::Op { name, operands, .. } if is_commutative(name) && operands.len() == 2) {
            return false;
        }
        let shapes = |graph: &ValueGraph<'_>, id: VertexId| {
            let operands = &graph.vertices[id].operands;
            [self.shape(graph, &operands[0], 3), self.shape(graph, &operands[1], 3)]
        };
        let (x, y) = (shapes(&self.before, u), shapes(&self.after, v));
        x != y && x[0] == y[1] && x[1] == y[0]
    }

    /// The operations behind an operand, without their instances.
    fn shape(&self, graph: &ValueGraph<'_>, operand: &[OperandPiece], depth: usize) -> String {
        let mut parts: Vec<String> = operand
            .iter()
            .map(|piece| match piece.origin {
                VertexOrigin::Nothing => "?".to_owned(),
                VertexOrigin::Entry => piece
                    .map
                    .tuple_name(polyvet_poly::DimKind::Out)
                    .ok()
                    .flatten()
                    .unwrap_or_default(),
                VertexOrigin::Vertex(_) if depth == 0 => "..".to_owned(),
                VertexOrigin::Vertex(id) => {
                    let inner = &graph.vertices[id].operands;
                    let mut inner: Vec<_> = inner.iter().map(|o| self.shape(graph, o, depth - 1)).collect();
                    if matches!(&graph.node(id).kind, PayloadKind::Op { name, .. } if is_commutative(name)) {
                        inner.sort();
                    }
                    format!("{}({})", describe(graph.node(id)), inner.join(","))
                }
            })
            .collect();
        parts.sort();
        parts.dedup();
        parts.join("|")
    }

    /// Whether `relation` is inductive and covers what is visible.
    pub fn holds(&self, relation: &Relation) -> Result<bool> {
        Ok(self.are_covered(&[self.outputs()?], relation)? && self.is_inductive(relation)?)
    }

    /// Whether all that `relation` needs for its pairs to be equal is in it.
    pub fn is_inductive(&self, relation: &Relation) -> Result<bool> {
        let mut steps = Vec::with_capacity(relation.len());
        for (key, pairs) in relation {
            steps.push(self.step(*key, pairs)?);
        }
        self.are_covered(&steps, relation)
    }

    fn are_covered(&self, steps: &[ProofStep], relation: &Relation) -> Result<bool> {
        for step in steps {
            let ProofStep::Needs(needs) = step else {
                return Ok(false);
            };
            for (key, pairs) in needs {
                match relation.get(key) {
                    Some(known) if pairs.is_subset(known)? => {}
                    _ => return Ok(false),
                }
            }
        }
        Ok(true)
    }
}

impl<'p> SumSide<'p> {
    fn sum(&self) -> Option<&'p ValueSum> {
        match self.origin {
            VertexOrigin::Vertex(vertex) => self.graph.sums.get(&vertex),
            VertexOrigin::Entry | VertexOrigin::Nothing => None,
        }
    }

    /// The type of a computed value.
    fn ty(&self) -> Option<&'p Type> {
        match self.origin {
            VertexOrigin::Vertex(vertex) => Some(&self.graph.node(vertex).ty),
            VertexOrigin::Entry | VertexOrigin::Nothing => None,
        }
    }

    fn is_neutral(&self, combiner: Combiner) -> bool {
        match self.origin {
            VertexOrigin::Vertex(vertex) => {
                matches!(&self.graph.node(vertex).kind, PayloadKind::Const(value) if is_neutral(value, combiner))
            }
            VertexOrigin::Entry | VertexOrigin::Nothing => false,
        }
    }

    /// As a sum with this combiner; what is none is one of a single term, or of none if that is neutral.
    fn terms(&self, combiner: Combiner) -> Result<Cow<'p, [SumPart]>> {
        match self.sum() {
            Some(sum) if sum.combiner == combiner => Ok(Cow::Borrowed(&sum.terms)),
            _ if self.is_neutral(combiner) => Ok(Cow::Borrowed(&[])),
            _ => Ok(Cow::Owned(vec![SumPart::single(self.origin, self.at.clone())?])),
        }
    }
}

/// Pairs of elements that are not the same element.
fn other_element(pairs: Map) -> Result<Map> {
    use polyvet_poly::DimKind::{In, Out};
    if pairs.tuple_name(In)? != pairs.tuple_name(Out)? || pairs.dim(In)? != pairs.dim(Out)? {
        return Ok(pairs);
    }
    let same = pairs.clone().domain()?.identity()?;
    pairs.subtract(same)
}

/// Whether the attributes of an operation of `after` say what those of `before` do. Flags may be dropped, not added:
/// each is a promise that `before` does not give, or a licence that it does not have.
pub(crate) fn same_meaning(before: &Attrs, after: &Attrs) -> bool {
    let rest = |attrs: &Attrs| {
        let mut rest: Vec<_> = attrs
            .iter()
            .filter(|(name, _)| !Flags::is_property(name))
            .map(|(n, a)| (n.to_owned(), a.clone()))
            .collect();
        rest.sort_by(|x, y| x.0.cmp(&y.0));
        rest
    };
    let flags = Flags::of(after);
    rest(before) == rest(after) && flags.within(Flags::of(before)) && !flags.has(Flags::OTHER)
}

fn is_commutative(op: &str) -> bool {
    matches!(
        op,
        "arith.addf" | "arith.mulf" | "arith.addi" | "arith.muli" | "arith.andi" | "arith.ori" | "arith.xori"
    ) || matches!(op, "arith.maxsi" | "arith.minsi" | "arith.maxui" | "arith.minui")
}

pub(crate) fn describe(node: &PayloadNode) -> String {
    match &node.kind {
        PayloadKind::Const(Attr::Int { value, .. }) => format!("the constant {value}"),
        PayloadKind::Const(_) => "a constant".to_owned(),
        PayloadKind::Read(_) => "a load".to_owned(),
        PayloadKind::Index(_) => "an index".to_owned(),
        PayloadKind::Scalar(_) => "a scalar argument".to_owned(),
        PayloadKind::Op { name, .. } => format!("`{name}`"),
    }
}
