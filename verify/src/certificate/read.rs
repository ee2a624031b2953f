//! Sets, relations, functions and schedules of a model as formulas.
//!
//! The only place where claims meet isl, and all that is asked of isl is what is in its objects: the constraints of
//! each polyhedron, the pieces of each function, the nodes of each tree. No set is cut, joined, projected or compared
//! here (`tests/it/tidy.rs`).

use super::formula::{IntegerCondition, IntegerTerm};
use super::{Stated, Unstated};
use polyvet_analysis::Mark;
use polyvet_poly::{
    Aff, AffData, BasicSet, DimKind, DimRef, Map, PolyError, PwAff, PwMultiAff, Schedule, ScheduleNode,
    ScheduleNodeKind, Set,
};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A function on some instances: where, and the tuple there.
#[derive(Clone, Debug)]
pub struct TuplePiece {
    /// Where.
    pub domain: Set,
    /// The tuple there.
    pub values: Vec<Aff>,
}

/// A function from one space to another by pieces.
pub type PieceFunction = Vec<TuplePiece>;

impl From<PolyError> for Unstated {
    fn from(error: PolyError) -> Unstated {
        Unstated(format!("isl does not say what a set is: {error}"))
    }
}

/// The pieces of a function.
///
/// # Errors
/// isl's.
pub fn pieces(function: &PwMultiAff) -> polyvet_poly::Result<PieceFunction> {
    let mut found = Vec::new();
    for (domain, tuple) in function.pieces()? {
        let count = tuple.dim(DimKind::Out)?;
        let values = (0..count).map(|at| tuple.at(at)).collect::<polyvet_poly::Result<_>>()?;
        found.push(TuplePiece { domain, values });
    }
    Ok(found)
}

/// `at` is in the set.
pub(super) fn within(set: &Set, at: &[IntegerTerm]) -> Stated<IntegerCondition> {
    let mut parts = Vec::new();
    for part in set.basic_sets()? {
        parts.push(polyhedron(&part, at)?);
    }
    Ok(IntegerCondition::any(parts))
}

/// `from` is related to `to`.
pub(super) fn related(relation: &Map, from: &[IntegerTerm], to: &[IntegerTerm]) -> Stated<IntegerCondition> {
    let at: Vec<IntegerTerm> = from.iter().chain(to).cloned().collect();
    let mut parts = Vec::new();
    for part in relation.basic_maps()? {
        parts.push(polyhedron(&part.wrap()?, &at)?);
    }
    Ok(IntegerCondition::any(parts))
}

/// How many coordinates the ends of a relation have.
pub(super) fn ranks(relation: &Map) -> Stated<(usize, usize)> {
    Ok((relation.dim(DimKind::In)?, relation.dim(DimKind::Out)?))
}

fn polyhedron(part: &BasicSet, at: &[IntegerTerm]) -> Stated<IntegerCondition> {
    if part.is_rational()? {
        return Err(Unstated("a set has points that are no integers".to_owned()));
    }
    if part.dim(DimKind::Set)? != at.len() {
        return Err(Unstated(
            "a set has another number of dimensions than its instances".to_owned(),
        ));
    }
    let mut parts = Vec::new();
    let mut bound = BTreeSet::new();
    for constraint in part.all_constraints()? {
        let data = constraint.to_open_data()?;
        unknown(&data.aff, &mut bound);
        let (small, large) = sides(&data.aff, at);
        parts.push(match data.equality {
            true => IntegerCondition::equal(small, large),
            false => IntegerCondition::le(small, large),
        });
    }
    let inner = IntegerCondition::all(parts);
    let bound: Vec<Arc<str>> = bound.into_iter().collect();
    Ok(match (&bound[..], &inner) {
        ([], _) | (_, IntegerCondition::False) => inner,
        _ => IntegerCondition::Exists(bound, Box::new(inner)),
    })
}

/// The names of divisions that isl has no expression for: integers that there must be.
fn unknown(aff: &AffData, bound: &mut BTreeSet<Arc<str>>) {
    let terms = aff.terms.iter().filter(|(dim, _)| dim.kind == DimKind::Div);
    bound.extend(terms.map(|(dim, _)| some(dim)));
    aff.divs.iter().for_each(|div| unknown(&div.of, bound));
}

/// `0 <= aff` as two sums with positive factors.
fn sides(aff: &AffData, at: &[IntegerTerm]) -> (IntegerTerm, IntegerTerm) {
    let (mut small, mut large) = (Vec::new(), Vec::new());
    let terms = { aff.terms.iter() }.map(|(dim, factor)| (coordinate(dim, at), *factor));
    let floors = { aff.divs.iter() }.map(|div| (term(&div.of, at), div.coefficient));
    for (value, factor) in terms.chain(floors) {
        match factor.checked_neg() {
            Some(positive) if factor < 0 => small.push(value.times(positive)),
            _ => large.push(value.times(factor)),
        }
    }
    match aff.constant.checked_neg() {
        Some(positive) if aff.constant < 0 => small.push(IntegerTerm::Int(positive)),
        _ => large.push(IntegerTerm::Int(aff.constant)),
    }
    (IntegerTerm::sum(small), IntegerTerm::sum(large))
}

/// The value of an expression.
fn term(aff: &AffData, at: &[IntegerTerm]) -> IntegerTerm {
    let mut terms: Vec<IntegerTerm> = { aff.terms.iter() }
        .map(|(dim, factor)| coordinate(dim, at).times(*factor))
        .collect();
    terms.extend(aff.divs.iter().map(|div| term(&div.of, at).times(div.coefficient)));
    terms.push(IntegerTerm::Int(aff.constant));
    IntegerTerm::sum(terms).quotient(aff.denominator)
}

fn coordinate(dim: &DimRef, at: &[IntegerTerm]) -> IntegerTerm {
    match dim.kind {
        DimKind::Param => IntegerTerm::var(&parameter(dim)),
        DimKind::Div => IntegerTerm::Var(some(dim)),
        DimKind::In | DimKind::Out | DimKind::Set => at[dim.pos].clone(),
    }
}

fn some(dim: &DimRef) -> Arc<str> {
    format!("some {}", dim.pos).into()
}

fn parameter(dim: &DimRef) -> String {
    dim.name.clone().unwrap_or_else(|| format!("parameter {}", dim.pos))
}

/// How many coordinates a set has.
pub(super) fn rank(set: &Set) -> Stated<usize> {
    Ok(set.dim(DimKind::Set)?)
}

/// The value of one expression, which must be an integer.
pub(super) fn value(aff: &Aff, at: &[IntegerTerm]) -> Stated<IntegerTerm> {
    let data = aff.to_data()?;
    // An expression over a denominator is a fraction, not its floor; isl writes a floor as a division of its own.
    if data.denominator != 1 {
        return Err(Unstated("a function has values that are fractions".to_owned()));
    }
    Ok(term(&data, at))
}

/// A value by cases.
pub(super) type Cases = Vec<(IntegerCondition, IntegerTerm)>;

/// The values of a function, each with the condition under which it is the one.
pub(super) fn cases(function: &PwAff, at: &[IntegerTerm]) -> Stated<Cases> {
    let mut cases = Vec::new();
    for (domain, aff) in function.pieces()? {
        cases.push((within(&domain, at)?, value(&aff, at)?));
    }
    Ok(cases)
}

/// The tuple that a piece of a proposed function has at some place. A fraction counts as its floor: what is proposed
/// may be anything, and claims say what it must be.
pub(super) fn image(piece: &TuplePiece, at: &[IntegerTerm]) -> Stated<Vec<IntegerTerm>> {
    piece.values.iter().map(|aff| Ok(term(&aff.to_data()?, at))).collect()
}

/// A schedule tree, by statement.
pub(super) enum StatementTree {
    Leaf,
    /// One member after the other, then what is below.
    Band {
        members: Vec<BandMember>,
        below: Box<StatementTree>,
    },
    /// Children one after the other, or in any order, each with what its filter lets through.
    Children {
        ordered: bool,
        children: Vec<(HashMap<String, Set>, StatementTree)>,
    },
    Mark(Mark, Box<StatementTree>),
    /// Says nothing of the order.
    Plain(Box<StatementTree>),
}

/// One function of a band.
pub(super) struct BandMember {
    /// By statement.
    pub times: HashMap<String, PwAff>,
    /// It may run in any order.
    pub coincident: bool,
}

/// The tree of a schedule.
pub(super) fn tree(schedule: &Schedule) -> Stated<StatementTree> {
    node(&schedule.root()?)
}

fn node(at: &ScheduleNode) -> Stated<StatementTree> {
    let below = || Ok::<_, Unstated>(Box::new(node(&at.clone().first_child()?)?));
    Ok(match at.kind()? {
        ScheduleNodeKind::Leaf => StatementTree::Leaf,
        ScheduleNodeKind::Band => StatementTree::Band {
            members: members(at)?,
            below: below()?,
        },
        ScheduleNodeKind::Sequence => children(at, true)?,
        ScheduleNodeKind::Set => children(at, false)?,
        ScheduleNodeKind::Mark => StatementTree::Mark(Mark::from(at.mark_name()?.unwrap_or_default()), below()?),
        ScheduleNodeKind::Domain | ScheduleNodeKind::Filter | ScheduleNodeKind::Context | ScheduleNodeKind::Guard => {
            StatementTree::Plain(below()?)
        }
        kind => return Err(Unstated(format!("a schedule tree has a node of kind {kind:?}"))),
    })
}

fn members(band: &ScheduleNode) -> Stated<Vec<BandMember>> {
    let partial = band.band_get_partial_schedule()?;
    let mut members = Vec::new();
    for number in 0..partial.dim(DimKind::Set)? {
        let mut times = HashMap::new();
        for function in partial.at(number)?.pw_affs()? {
            let stmt = function.space()?.tuple_name(DimKind::In)?.unwrap_or_default();
            times.insert(stmt, function);
        }
        let coincident = band.band_member_get_coincident(number)?;
        members.push(BandMember { times, coincident });
    }
    Ok(members)
}

fn children(at: &ScheduleNode, ordered: bool) -> Stated<StatementTree> {
    let mut children = Vec::new();
    for number in 0..at.n_children()? {
        let child = at.clone().child(number)?;
        let mut through = HashMap::new();
        for set in child.filter_get_filter()?.sets()? {
            through.insert(set.tuple_name()?.unwrap_or_default(), set);
        }
        children.push((through, node(&child)?));
    }
    Ok(StatementTree::Children { ordered, children })
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyvet_poly::Ctx;

    #[test]
    fn constraints_are_read_as_they_stand() {
        let set = Set::parse(
            &Ctx::new(),
            "[N] -> { S[i, j] : 0 <= i < N and 2*j <= i and i mod 3 = 1 }",
        );
        let at = [IntegerTerm::var("i"), IntegerTerm::var("j")];
        let formula = within(&set.expect("a set"), &at).expect("its constraints");
        assert_eq!(
            formula.to_string(),
            "(and (= i (+ (* 3 (div (+ i (- 1)) 3)) 1)) (<= 0 i) (<= (+ i 1) N) (<= (* 2 j) i))"
        );
    }

    #[test]
    fn what_isl_has_no_expression_for_is_quantified() {
        let text = "{ [i, j] : exists a, b : i <= 3a + 5b <= i + 1 and j <= 2a - 7b <= j + 2 }";
        let image = Set::parse(&Ctx::new(), text).expect("a set");
        let at = [IntegerTerm::var("i"), IntegerTerm::var("j")];
        let formula = within(&image, &at).expect("its constraints");
        assert!(formula.is_quantified(), "{formula}");
        let names: Vec<String> = formula.variables().iter().map(|name| name.to_string()).collect();
        assert_eq!(names, ["i", "j"], "{formula}");
    }

    #[test]
    fn values_are_floors_where_isl_has_floors() {
        let function = PwAff::parse(&Ctx::new(), "{ S[i] -> [(2*floor((i + 1)/4) - i)] : i > 0 }");
        let [(_, value)] = &cases(&function.expect("a function"), &[IntegerTerm::var("i")]).expect("one case")[..]
        else {
            panic!("one case");
        };
        assert_eq!(value.to_string(), "(+ (- i) (* 2 (div (+ i 1) 4)))");
    }
}
