//! Claims of two programs that compute the same values.
//!
//! What is proposed: for each read, and for each element in the end, which instance wrote last; and for pairs of operations of
//! the two programs, a relation between the instances that compute the same. [`super::sources`] claims that last writers are
//! last. Here: related instances have operands that come from related instances, or from the same element at entry, with the
//! same index values; and what is left in each visible element was computed by related instances. Copies are followed to what
//! was copied.

use super::apart::{self, Apart};
use super::formula::{IntegerCondition, IntegerTerm};
use super::model::{self, CertifiedModel};
use super::payload;
use super::read::{self, PieceFunction};
use super::sources::{self, Sources};
use super::sums::{CertifiedSum, Match};
use super::time::ScheduleTimes;
use super::{Claim, ClaimKind, ProgramPlace, ProofPart, Stated, Unstated, WhichProgram, obligations};
use polyvet_analysis::ids::{AccessId, ArrayId, StmtId};
use polyvet_analysis::{ArrayKind, Combiner, Condition, Demand, Obligation, PayloadKind, Scop};
use polyvet_ir::{Attr, Type};
use polyvet_poly::Map;
use std::collections::HashMap;

/// What is proposed of one program.
#[derive(Clone)]
pub struct ProposedSide<'s> {
    /// Its model.
    pub scop: &'s Scop,
    /// By statement and access: which instance wrote last what it reads.
    pub sources: HashMap<(StmtId, AccessId), Sources>,
    /// Operations that are one of their operands: statement and operation to operand.
    pub through: HashMap<(StmtId, usize), usize>,
    /// Operations on constants, and what was computed for them.
    pub computed: HashMap<(StmtId, usize), Attr>,
    /// Operations that are sums, of which terms are compared.
    pub sums: HashMap<(StmtId, usize), CertifiedSum>,
    /// Visible arrays, in the same order for both programs, and which instance wrote each element last.
    pub visible: Vec<(ArrayId, Sources)>,
}

/// A value for each instance, or element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InstanceValue {
    /// Computed by this operation of this statement.
    Node(StmtId, usize),
    /// Held at entry by this array.
    Entry(ArrayId),
}

/// Two values that are the same for some pairs of instances.
#[derive(Clone)]
pub struct Related {
    /// Of the first program.
    pub before: InstanceValue,
    /// Of the second one.
    pub after: InstanceValue,
    /// `{ S[i] -> T[j] }`
    pub pairs: Map,
    /// Why they are the same.
    pub why: Why,
}

/// Why two values are the same.
#[derive(Clone)]
pub enum Why {
    /// The same operation on related values.
    Operation {
        /// The operands are compared the other way round.
        swapped: bool,
    },
    /// One of them is an operation on constants, which was computed.
    Computed,
    /// Sums of the same terms.
    Terms(Combiner, Match),
    /// The same function of related values.
    Algebra(Apart),
    /// Nothing is claimed.
    Trusted(&'static str, &'static str),
}

/// Where a value comes from: when, and from what.
pub(super) struct SourceEnd {
    pub guard: IntegerCondition,
    pub origin: ValueOrigin,
}

#[derive(Clone)]
pub(super) enum ValueOrigin {
    Computed((StmtId, usize), Vec<IntegerTerm>),
    /// Held at entry by an element of this array.
    Entry(ArrayId, Vec<IntegerTerm>),
    Nothing,
}

/// More origins of one value are too many.
const ENDS_MAX: usize = 48;

/// What a condition on data of the second program follows from.
#[derive(Clone)]
pub struct Covered {
    /// The statement that stands for it.
    pub condition: StmtId,
    /// Conditions of the first program on equal values.
    pub by: Vec<Cover>,
}

/// A condition of the first program that holds wherever one of the second must.
#[derive(Clone)]
pub struct Cover {
    /// The statement that stands for it.
    pub condition: StmtId,
    /// From instances of the second program's condition to those of this one.
    pub back: PieceFunction,
    /// Values that are equal, those of the two conditions among them.
    pub related: Vec<Related>,
}

/// What is proposed of two programs.
#[derive(Clone)]
pub struct Proposed<'s> {
    /// The first.
    pub before: ProposedSide<'s>,
    /// The second.
    pub after: ProposedSide<'s>,
    /// Values that are the same.
    pub related: Vec<Related>,
    /// What the conditions on data of the second program follow from.
    pub covered: Vec<Covered>,
}

pub(super) struct ValuePair<'p> {
    pub before: (CertifiedModel<'p>, &'p ProposedSide<'p>),
    pub after: (CertifiedModel<'p>, &'p ProposedSide<'p>),
    pub related: &'p [Related],
    /// What the first program leaves undefined is no excuse.
    undefined_counts: bool,
}

/// The claims that two programs compute the same values.
pub fn of_values(proposed: &Proposed<'_>) -> ProofPart {
    let Proposed {
        before,
        after,
        related,
        covered,
    } = proposed;
    let mut part = ProofPart::way(format!("@{} computes the same values", before.scop.name));
    let first = CertifiedModel::of(before.scop, WhichProgram::Before);
    let second = CertifiedModel::of(after.scop, WhichProgram::After);
    let pair = ValuePair {
        before: (first, before),
        after: (second, after),
        related,
        undefined_counts: false,
    };
    obligations::sizes(&mut part, first, second);
    for (model, side) in [(first, before), (second, after)] {
        if let Err(why) = sources(&mut part, first, model, side) {
            part.trust("last writers", why.0);
        }
    }
    apart::of_operations(&mut part, first, before, false);
    apart::of_operations(&mut part, second, after, true);
    for (number, ((x, first), (y, second))) in before.visible.iter().zip(&after.visible).enumerate() {
        if let Err(why) = pair.output(&mut part, (*x, first), (*y, second)) {
            part.trust(&format!("output {number}"), why.0);
        }
    }
    for one in related {
        if let Err(why) = pair.step(&mut part, one) {
            part.trust(&format!("values of {}", one.before.name(first)), why.0);
        }
    }
    for second in [false, true] {
        pair.unfold(&mut part, second);
    }
    pair.conditions(&mut part, covered);
    part
}

fn sources(
    part: &mut ProofPart,
    first: CertifiedModel<'_>,
    model: CertifiedModel<'_>,
    side: &ProposedSide<'_>,
) -> Stated<()> {
    let times = ScheduleTimes::of(&model.scop.schedule)?;
    let mut reads: Vec<_> = side.sources.iter().collect();
    reads.sort_by_key(|(read, _)| **read);
    for ((stmt, access), found) in reads {
        sources::of_read(part, (first, model), &times, (*stmt, *access), found)?;
    }
    for (array, found) in &side.visible {
        sources::of_end(part, (first, model), &times, *array, found)?;
    }
    Ok(())
}

impl ValuePair<'_> {
    /// Where the value of an operation comes from.
    pub(super) fn origins(
        &self,
        (model, side): (CertifiedModel<'_>, &ProposedSide<'_>),
        node: (StmtId, usize),
        at: &[IntegerTerm],
    ) -> Stated<Vec<SourceEnd>> {
        self.origins_after((model, side), node, at, &mut 0)
    }

    /// As [`ValuePair::origins`], with other variables than those that were used up to `depth`.
    pub(super) fn origins_after(
        &self,
        (model, side): (CertifiedModel<'_>, &ProposedSide<'_>),
        node: (StmtId, usize),
        at: &[IntegerTerm],
        depth: &mut usize,
    ) -> Stated<Vec<SourceEnd>> {
        let mut ends = Vec::new();
        follow(
            (model, side),
            node,
            at.to_vec(),
            IntegerCondition::True,
            &mut ends,
            depth,
        )?;
        Ok(ends)
    }

    /// What must not be for two values to be the same.
    pub(super) fn differ(&self, first: &[SourceEnd], second: &[SourceEnd]) -> Stated<IntegerCondition> {
        let mut wrong = Vec::new();
        for p in first {
            // What the first program leaves undefined may be anything.
            if matches!(p.origin, ValueOrigin::Nothing) && !self.undefined_counts {
                continue;
            }
            for q in second {
                let same = self.same(&p.origin, &q.origin)?;
                wrong.push(IntegerCondition::all([
                    p.guard.clone(),
                    q.guard.clone(),
                    same.negated(),
                ]));
            }
        }
        Ok(IntegerCondition::any(wrong))
    }

    /// Each condition on data of the second program is one of the first, on an equal value.
    fn conditions(&self, part: &mut ProofPart, covered: &[Covered]) {
        let (first, second) = (self.before.0, self.after.0);
        for obligation in &second.scop.obligations {
            let Condition::Data(stmt) = obligation.condition else {
                continue;
            };
            let by = covered.iter().find(|one| one.condition == stmt);
            for cover in by.iter().flat_map(|one| &one.by) {
                let pair = ValuePair {
                    before: self.before,
                    after: self.after,
                    related: &cover.related,
                    undefined_counts: true,
                };
                for one in &cover.related {
                    if let Err(why) = pair.step(part, one) {
                        part.trust(&format!("values of {}", one.before.name(first)), why.0);
                    }
                }
            }
            let stated = self.covered(part, (obligation, stmt), by.map_or(&[], |one| &one.by));
            if let Err(why) = stated {
                part.trust(&format!("condition on data {}", second.stmt(stmt).name), why.0);
            }
        }
    }

    fn covered(&self, part: &mut ProofPart, (obligation, stmt): (&Obligation, StmtId), by: &[Cover]) -> Stated<()> {
        let (first, second) = (self.before.0, self.after.0);
        let root = |model: CertifiedModel<'_>, stmt: StmtId| {
            let payload = model.stmt(stmt).payload.as_ref();
            let store = payload.and_then(|payload| payload.stores.first());
            store
                .map(|(_, node)| *node)
                .ok_or_else(|| Unstated("a condition is not known".to_owned()))
        };
        let n = root(second, stmt)?;
        let y = second.coordinates(stmt, "after");
        let mut ways = vec![self.constant_divisor((obligation, stmt), n, &y)?];
        if by.is_empty() && obligation.demand == Demand::Promise && self.is_of_constants(stmt, n, &y)? {
            return Err(Unstated("a promise about constants is evaluated".to_owned()));
        }
        for cover in by {
            let s = cover.condition;
            let is_condition = |one: &Obligation| {
                matches!(one.condition, Condition::Data(stmt) if stmt == s) && one.demand == obligation.demand
            };
            if !first.scop.obligations.iter().any(is_condition) {
                part.claim(payload::never(
                    &first.stmt(s).name,
                    &second.stmt(stmt).name,
                    "it is no such condition",
                ));
                continue;
            }
            let ends = (InstanceValue::Node(s, root(first, s)?), InstanceValue::Node(stmt, n));
            for piece in &cover.back {
                let x = read::image(piece, &y)?;
                let mut related = Vec::new();
                for one in cover.related.iter().filter(|one| (one.before, one.after) == ends) {
                    related.push(read::related(&one.pairs, &x, &y)?);
                }
                ways.push(IntegerCondition::all([
                    read::within(&piece.domain, &y)?,
                    first.runs(s, &x)?,
                    IntegerCondition::any(related),
                ]));
            }
        }
        part.claim(Claim {
            kind: ClaimKind::Defined,
            name: format!("`{}` on data, {}", obligation.op, second.stmt(stmt).name),
            says: "each condition on data of the second program is one of the first, on an equal value".to_owned(),
            places: vec![payload::place(second, stmt, n)],
            conditions: vec![
                (
                    "an instance of the condition".to_owned(),
                    IntegerCondition::all([first.defined()?, second.runs(stmt, &y)?]),
                ),
                (
                    "that is none of the first program".to_owned(),
                    IntegerCondition::any(ways).negated(),
                ),
            ],
        });
        Ok(())
    }

    /// The condition is that a constant which is not zero is no zero.
    fn constant_divisor(
        &self,
        (obligation, stmt): (&Obligation, StmtId),
        node: usize,
        y: &[IntegerTerm],
    ) -> Stated<IntegerCondition> {
        let (second, side) = self.after;
        let payload = second.stmt(stmt).payload.as_ref();
        let kind = |stmt: StmtId, node: usize| {
            second
                .stmt(stmt)
                .payload
                .as_ref()
                .map(|payload| &payload.nodes[node].kind)
        };
        let Some(PayloadKind::Op { operands, .. }) = payload.map(|payload| &payload.nodes[node].kind) else {
            return Ok(IntegerCondition::False);
        };
        let [operand] = operands[..] else {
            return Ok(IntegerCondition::False);
        };
        if obligation.demand != Demand::Divisor {
            return Ok(IntegerCondition::False);
        }
        let mut others = Vec::new();
        for end in self.origins((second, side), (stmt, operand), y)? {
            let nonzero = match end.origin.value() {
                Some((InstanceValue::Node(stmt, node), _)) => {
                    matches!(kind(stmt, node), Some(PayloadKind::Const(Attr::Int { value, .. })) if *value != 0)
                }
                _ => false,
            };
            if !nonzero {
                others.push(end.guard);
            }
        }
        Ok(IntegerCondition::any(others).negated())
    }

    /// Whether an operation of the second program has constants as operands only.
    fn is_of_constants(&self, stmt: StmtId, node: usize, y: &[IntegerTerm]) -> Stated<bool> {
        let second = self.after.0;
        let kind = |stmt: StmtId, node: usize| Some(&second.stmt(stmt).payload.as_ref()?.nodes[node].kind);
        let Some(PayloadKind::Op { operands, .. }) = kind(stmt, node) else {
            return Ok(false);
        };
        for operand in operands {
            let ends = self.origins(self.after, (stmt, *operand), y)?;
            let is_constant = |origin: &ValueOrigin| match origin.value() {
                Some((InstanceValue::Node(stmt, node), _)) => matches!(kind(stmt, node), Some(PayloadKind::Const(_))),
                _ => false,
            };
            if ends.is_empty() || !ends.iter().all(|end| is_constant(&end.origin)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(super) fn same(&self, p: &ValueOrigin, q: &ValueOrigin) -> Stated<IntegerCondition> {
        let mut known = Vec::new();
        if let (ValueOrigin::Entry(a, x), ValueOrigin::Entry(b, y)) = (p, q)
            && x.len() == y.len()
        {
            let names = [(self.before.0, *a), (self.after.0, *b)].map(|(model, array)| &model.scop.arrays[array].name);
            if names[0] == names[1] {
                known.push(IntegerCondition::same(x, y));
            }
        }
        if let (Some((u, x)), Some((v, y))) = (p.value(), q.value()) {
            for one in self.related.iter().filter(|one| (one.before, one.after) == (u, v)) {
                known.push(read::related(&one.pairs, x, y)?);
            }
        }
        Ok(IntegerCondition::any(known))
    }

    fn output(
        &self,
        part: &mut ProofPart,
        (x, first): (ArrayId, &Sources),
        (y, second): (ArrayId, &Sources),
    ) -> Stated<()> {
        obligations::same_extents(part, self.before.0, (x, y), self.after.0)?;
        let rank = self.before.0.scop.arrays[x].extents.len();
        let element = model::element("element", rank);
        let ends = |side: (CertifiedModel<'_>, &ProposedSide<'_>), array: ArrayId, found: &Sources| {
            let (mut ends, mut depth) = (Vec::new(), 0);
            written(
                side,
                array,
                (found, &element),
                &element,
                IntegerCondition::True,
                (&mut ends, &mut depth),
            )?;
            Ok::<_, Unstated>(ends)
        };
        let (p, q): (Vec<SourceEnd>, Vec<SourceEnd>) = (ends(self.before, x, first)?, ends(self.after, y, second)?);
        let Some(inside) = obligations::inside(self.before.0, x, &element)? else {
            return Err(Unstated("the extents of a visible array are not known".to_owned()));
        };
        part.claim(Claim {
            kind: ClaimKind::Output,
            name: self.before.0.scop.arrays[x].name.clone(),
            says: "what is left in each visible element is computed by related instances".to_owned(),
            places: Vec::new(),
            conditions: vec![
                (
                    "an element, for sizes for which the first program is defined".to_owned(),
                    IntegerCondition::all([self.before.0.defined()?, inside]),
                ),
                ("holds values that are not related".to_owned(), self.differ(&p, &q)?),
            ],
        });
        Ok(())
    }

    /// Related instances compute the same if their operands are the same.
    fn step(&self, part: &mut ProofPart, one: &Related) -> Stated<()> {
        let (first, second) = (self.before.0, self.after.0);
        let (x, y) = (
            one.before.variables(first, "before"),
            one.after.variables(second, "after"),
        );
        let (name, other) = (&one.before.name(first), &one.after.name(second));
        let places = [one.before.place(first), one.after.place(second)];
        let places: Vec<ProgramPlace> = places.into_iter().flatten().collect();
        let related = IntegerCondition::all([
            first.defined()?,
            one.before.exists(first, &x)?,
            one.after.exists(second, &y)?,
            read::related(&one.pairs, &x, &y)?,
        ]);
        let swapped = match &one.why {
            Why::Operation { swapped } => *swapped,
            Why::Computed => false,
            Why::Terms(combiner, found) => {
                if one.before.ty(first) != one.after.ty(second) {
                    part.claim(payload::never(name, other, "related values are of other types"));
                }
                let what = (related, places, format!("{name} and {other}"));
                return self.balanced(part, (one.before, one.after), (&x, &y), what, (*combiner, found));
            }
            Why::Algebra(apart) => {
                if one.before.ty(first) != one.after.ty(second) {
                    part.claim(payload::never(name, other, "related values are of other types"));
                }
                let what = (related, places, format!("{name} and {other}"));
                return self.by_algebra(part, one, apart, (&x, &y), what);
            }
            Why::Trusted(what, why) => {
                part.trust(what, *why);
                return Ok(());
            }
        };
        let (InstanceValue::Node(s, m), InstanceValue::Node(t, n)) = (one.before, one.after) else {
            part.claim(payload::never(name, other, "a computed value and one at entry"));
            return Ok(());
        };
        let node = |model: CertifiedModel<'_>, stmt: StmtId, node: usize| {
            let payload = model.stmt(stmt).payload.clone();
            payload
                .map(|payload| payload.nodes[node].clone())
                .ok_or_else(|| Unstated("an operation is not known".to_owned()))
        };
        let (p, q) = (node(first, s, m)?, node(second, t, n)?);
        let claim = |kind, what: String, says: &str, differ: IntegerCondition| Claim {
            kind,
            name: format!("{name} and {other}{what}"),
            says: says.to_owned(),
            places: places.clone(),
            conditions: vec![
                (
                    format!("related instances of {name} (before) and {other} (after)"),
                    related.clone(),
                ),
                ("that are not the same".to_owned(), differ),
            ],
        };
        if let (PayloadKind::Index(_), PayloadKind::Index(_)) = (&p.kind, &q.kind) {
            let differ = payload::differ(&payload::index(first, s, m, &x)?, &payload::index(second, t, n, &y)?);
            part.claim(claim(
                ClaimKind::Index,
                String::new(),
                "related index values are equal",
                differ,
            ));
            return Ok(());
        }
        if matches!(one.why, Why::Computed) {
            let (p, q) = (
                apart::constant(first, self.before.1, (s, m))?,
                apart::constant(second, self.after.1, (t, n))?,
            );
            if p != q || one.before.ty(first) != one.after.ty(second) {
                part.claim(payload::never(name, other, "related values are other constants"));
            }
            return Ok(());
        }
        if !payload::same_operation((first, second), &p, &q) {
            part.claim(payload::never(name, other, "related values are of other operations"));
            return Ok(());
        }
        let (PayloadKind::Op { operands: left, .. }, PayloadKind::Op { operands: right, .. }) = (&p.kind, &q.kind)
        else {
            return Ok(());
        };
        if left.len() != right.len() {
            part.claim(payload::never(
                name,
                other,
                "related operations have different numbers of operands",
            ));
            return Ok(());
        }
        if swapped && !payload::commutes(&p) {
            part.claim(payload::never(name, other, "operands change places"));
        }
        for (at, operand) in left.iter().enumerate() {
            let there = right[if swapped { right.len() - 1 - at } else { at }];
            let (u, v) = (
                self.origins(self.before, (s, *operand), &x)?,
                self.origins(self.after, (t, there), &y)?,
            );
            let what = format!(", operand {at}");
            part.claim(claim(
                ClaimKind::Operand,
                what,
                "operands of related instances are related",
                self.differ(&u, &v)?,
            ));
        }
        Ok(())
    }
}

impl InstanceValue {
    /// The value at one place.
    pub(super) fn origin(self, at: &[IntegerTerm]) -> ValueOrigin {
        match self {
            InstanceValue::Node(stmt, node) => ValueOrigin::Computed((stmt, node), at.to_vec()),
            InstanceValue::Entry(array) => ValueOrigin::Entry(array, at.to_vec()),
        }
    }

    fn name(self, model: CertifiedModel<'_>) -> String {
        match self {
            InstanceValue::Node(stmt, _) => model.stmt(stmt).name.clone(),
            InstanceValue::Entry(array) => model.scop.arrays[array].name.clone(),
        }
    }

    fn variables(self, model: CertifiedModel<'_>, role: &str) -> Vec<IntegerTerm> {
        match self {
            InstanceValue::Node(stmt, _) => model.coordinates(stmt, role),
            InstanceValue::Entry(array) => model::element(role, model.scop.arrays[array].extents.len()),
        }
    }

    fn exists(self, model: CertifiedModel<'_>, at: &[IntegerTerm]) -> Stated<IntegerCondition> {
        match self {
            InstanceValue::Node(stmt, _) => model.runs(stmt, at),
            InstanceValue::Entry(_) => Ok(IntegerCondition::True),
        }
    }

    fn place(self, model: CertifiedModel<'_>) -> Option<ProgramPlace> {
        match self {
            InstanceValue::Node(stmt, node) => Some(payload::place(model, stmt, node)),
            InstanceValue::Entry(_) => None,
        }
    }

    pub(super) fn ty(self, model: CertifiedModel<'_>) -> Option<Type> {
        match self {
            InstanceValue::Node(stmt, node) => {
                let payload = model.stmt(stmt).payload.as_ref();
                payload.map(|payload| payload.nodes[node].ty.clone())
            }
            InstanceValue::Entry(array) => Some(model.scop.arrays[array].elem.clone()),
        }
    }
}

impl ValueOrigin {
    /// What it is a value of, and where; `None` for what nobody wrote.
    pub fn value(&self) -> Option<(InstanceValue, &[IntegerTerm])> {
        match self {
            ValueOrigin::Computed((stmt, node), at) => Some((InstanceValue::Node(*stmt, *node), at)),
            ValueOrigin::Entry(array, at) => Some((InstanceValue::Entry(*array), at)),
            ValueOrigin::Nothing => None,
        }
    }
}

/// Follows a value to the operations that computed it.
fn follow(
    (model, side): (CertifiedModel<'_>, &ProposedSide<'_>),
    (stmt, node): (StmtId, usize),
    at: Vec<IntegerTerm>,
    guard: IntegerCondition,
    ends: &mut Vec<SourceEnd>,
    depth: &mut usize,
) -> Stated<()> {
    if let Some(operand) = side.through.get(&(stmt, node)) {
        return follow((model, side), (stmt, *operand), at, guard, ends, depth);
    }
    let payload = model.stmt(stmt).payload.as_ref();
    let kind = payload.map(|payload| &payload.nodes[node].kind);
    let Some(PayloadKind::Read(access)) = kind else {
        let origin = ValueOrigin::Computed((stmt, node), at);
        ends.push(SourceEnd { guard, origin });
        return match ends.len() > ENDS_MAX {
            true => Err(Unstated("a value comes from too many places".to_owned())),
            false => Ok(()),
        };
    };
    let Some(found) = side.sources.get(&(stmt, *access)) else {
        return Err(Unstated("what a read finds is not known".to_owned()));
    };
    *depth += 1;
    if *depth > 4 * ENDS_MAX {
        return Err(Unstated("copies go through too many places".to_owned()));
    }
    let array = model.access(stmt, *access).array;
    let element = model.element(stmt, *access, &format!("{} {depth} element", role(model)))?;
    let touched = model.touches(stmt, *access, &at, &element)?;
    let guard = IntegerCondition::all([guard, touched]);
    written((model, side), array, (found, &at), &element, guard, (ends, depth))
}

/// Follows what was written last to an element, or held at entry.
fn written(
    (model, side): (CertifiedModel<'_>, &ProposedSide<'_>),
    array: ArrayId,
    (found, at): (&Sources, &[IntegerTerm]),
    element: &[IntegerTerm],
    guard: IntegerCondition,
    (ends, depth): (&mut Vec<SourceEnd>, &mut usize),
) -> Stated<()> {
    for writer in &found.writers {
        let (_, stored) = sources::store(model, writer.stmt, array)?;
        for piece in &writer.pieces {
            let here = IntegerCondition::all([guard.clone(), read::within(&piece.domain, at)?]);
            let image = read::image(piece, at)?;
            follow((model, side), (writer.stmt, stored), image, here, ends, depth)?;
        }
    }
    for unwritten in &found.unwritten {
        let origin = match model.scop.arrays[array].kind {
            ArrayKind::Input | ArrayKind::InOut => ValueOrigin::Entry(array, element.to_vec()),
            ArrayKind::Output | ArrayKind::Local | ArrayKind::Register => ValueOrigin::Nothing,
        };
        let guard = IntegerCondition::all([guard.clone(), read::related(unwritten, at, element)?]);
        ends.push(SourceEnd { guard, origin });
    }
    Ok(())
}

fn role(model: CertifiedModel<'_>) -> &'static str {
    match model.program {
        WhichProgram::Before => "before",
        WhichProgram::After => "after",
    }
}
