//! Whether two programs compute the same values, for all sizes.
//!
//! [`graph`] turns each into values and where their operands come from, [`guess`] proposes which
//! values are equal, and [`check`], which knows nothing of how the proposal was made, decides by
//! induction.
//!
//! There are two modes. The strict one takes operations as they are. The other one takes associative and
//! commutative operations as sums of terms in any order ([`sums`]): equal up to the rounding of
//! reductions. It proves, but what it does not prove says nothing.

pub(crate) mod algebra;
mod alike;
mod check;
mod defined;
mod fold;
mod graph;
mod guess;
mod normal;
mod proposal;
mod sums;
mod unfold;

use crate::Reason;
use crate::certificate::Record;
use crate::legality::budget_reason;
use check::Programs;
pub(crate) use check::same_meaning;
pub(crate) use fold::evaluate;
use graph::{NoGraph, ValueGraph};
use guess::Guess;
use normal::Flagged;
use polyvet_analysis::{PayloadKind, Scop};
use polyvet_ir::{Flags, Type, ValueId};
use polyvet_poly::{Result, Set};
pub use proposal::propose;
use std::cell::Cell;
use std::collections::BTreeSet;

/// What the comparison of two models came to.
pub(crate) enum ModelComparison {
    /// The same operations on the same operands for every visible element.
    Same,
    /// They differ for these parameters, in this way, unless other operations happen to compute the same.
    Differs { what: String, params: Set },
    /// The same where both are defined; the second may not be, for these parameters, in this way.
    Undefined { what: String, params: Set },
    /// Not decided.
    Unknown(Reason),
}

/// What may be done to see that other operations compute the same.
pub(crate) struct Algebra<'a> {
    /// Whether it is worth it: not where runs show a difference. Asked before anything is done.
    pub is_worth: &'a dyn Fn() -> Result<bool>,
    /// How many clauses the SAT solver may still learn, in all questions together.
    pub clauses: Cell<u64>,
}

impl<'a> Algebra<'a> {
    /// What a comparison may take: about five seconds.
    const CLAUSES: u64 = 16_000;

    /// Where it is worth it.
    pub fn where_worth(is_worth: &'a dyn Fn() -> Result<bool>) -> Algebra<'a> {
        Algebra {
            is_worth,
            clauses: Cell::new(Algebra::CLAUSES),
        }
    }

    /// In any case.
    pub fn always() -> Algebra<'static> {
        Algebra::where_worth(&|| Ok(true))
    }

    /// Only what needs none of it.
    pub fn never() -> Algebra<'static> {
        Algebra::where_worth(&|| Ok(false))
    }
}

/// One of two models; the second part tells tensors from memrefs.
type ComparedModel<'m> = (&'m Scop, &'m dyn Fn(ValueId) -> bool);

/// Compares two models over the same parameters, bit for bit; what a proof rests on is left in `record`.
pub(crate) fn compare(
    before: ComparedModel<'_>,
    after: ComparedModel<'_>,
    algebra: &Algebra<'_>,
    record: &Record,
) -> Result<ModelComparison> {
    compare_flagged(before, after, false, (algebra, record))
}

/// Whether two models over the same parameters compute the same up to the order of reductions.
pub(crate) fn same_sums(
    before: ComparedModel<'_>,
    after: ComparedModel<'_>,
    algebra: &Algebra<'_>,
    record: &Record,
) -> Result<bool> {
    Ok(matches!(
        compare_flagged(before, after, true, (algebra, record))?,
        ModelComparison::Same
    ))
}

/// Compares with all flags as they are, then without those of `before`: where it breaks a promise it is poison, and
/// `after` may do what it likes.
fn compare_flagged(
    before: ComparedModel<'_>,
    after: ComparedModel<'_>,
    sums: bool,
    (algebra, record): (&Algebra<'_>, &Record),
) -> Result<ModelComparison> {
    let strict = compare_as(before, after, (sums, Flagged::Kept), (algebra, record))?;
    if matches!(strict, ModelComparison::Same) || !has_flags(before.0) {
        return Ok(strict);
    }
    match compare_as(before, after, (sums, Flagged::Plain), (algebra, record))? {
        ModelComparison::Same => Ok(ModelComparison::Same),
        _ => Ok(strict),
    }
}

fn has_flags(scop: &Scop) -> bool {
    let nodes = scop
        .stmts
        .iter()
        .filter_map(|stmt| stmt.payload.as_ref())
        .flat_map(|payload| &payload.nodes);
    { nodes }
        .any(|node| matches!(&node.kind, PayloadKind::Op { properties, .. } if Flags::of(properties) != Flags::NONE))
}

/// A model without the instances of other parameters: those for which the first program is not defined do not count, and
/// what only they copy may have no end.
fn within(scop: &Scop, params: &Set) -> Result<Scop> {
    let mut cut = scop.clone();
    for stmt in &mut cut.stmts {
        stmt.domain = stmt.domain.clone().intersect_params(params.clone())?;
    }
    Ok(cut)
}

fn compare_as(
    before: ComparedModel<'_>,
    after: ComparedModel<'_>,
    (sums, flagged): (bool, Flagged),
    (algebra, record): (&Algebra<'_>, &Record),
) -> Result<ModelComparison> {
    let unknown = |code: &'static str, message: String| Ok(ModelComparison::Unknown(Reason { code, message }));
    let cut;
    let mut second = ValueGraph::of(after.0, after.1, sums, Flagged::Kept);
    if matches!(second, Err(NoGraph::Unsupported(_))) {
        cut = within(after.0, &before.0.valid)?;
        second = ValueGraph::of(&cut, after.1, sums, Flagged::Kept);
    }
    let (mut first, mut second) = match (ValueGraph::of(before.0, before.1, sums, flagged), second) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(NoGraph::Poly(error)), _) | (_, Err(NoGraph::Poly(error))) if error.is_budget() => {
            return Ok(ModelComparison::Unknown(budget_reason(&error)));
        }
        (Err(NoGraph::Poly(error)), _) | (_, Err(NoGraph::Poly(error))) => return Err(error),
        (Err(NoGraph::Unsupported(what)), _) | (_, Err(NoGraph::Unsupported(what))) => {
            return unknown("no-value-graph", what);
        }
    };
    let keys = |graph: &ValueGraph<'_>| -> Vec<String> { graph.visible.iter().map(|v| v.key.clone()).collect() };
    let (known, others) = (keys(&first), keys(&second));
    // Memref arguments that stand for tensors of the first program are its to use; globals are not.
    second
        .visible
        .retain(|v| known.contains(&v.key) || v.is_global() && !v.kept);
    // A global that the other program does not have shows nothing if nobody writes to it.
    first
        .visible
        .retain(|v| others.contains(&v.key) || !v.is_global() || !v.kept);
    if keys(&first) != keys(&second) {
        return unknown("signature", "the two functions show different arrays".to_owned());
    }
    let valid = before.0.valid.clone();
    let programs = Programs::new((first, second), valid, flagged);
    let plain = decide(&programs, (record, 0))?;
    if matches!(plain, ModelComparison::Same | ModelComparison::Undefined { .. }) {
        return Ok(plain);
    }
    let (first, second) = (operations(&programs.before), operations(&programs.after));
    if !first.integers && !second.integers && first.names == second.names {
        return Ok(plain);
    }
    if !(algebra.is_worth)()? {
        return Ok(plain);
    }
    // Other operations may compute the same. What they differ in is said as it is without algebra.
    programs.algebra.set(algebra.clauses.get());
    let found = decide(&programs, (record, Algebra::CLAUSES));
    algebra.clauses.set(programs.algebra.get());
    match found {
        Ok(found @ (ModelComparison::Same | ModelComparison::Undefined { .. })) => Ok(found),
        Err(error) if !error.is_budget() => Err(error),
        _ => Ok(plain),
    }
}

/// What a program computes with.
struct Operations {
    /// Names of operations, and constants.
    names: BTreeSet<String>,
    /// Some results are integers: sums of them in another order are the same bits.
    integers: bool,
}

/// Programs on floats with the same operations and constants differ in order or in elements, where algebra is of no use
/// and takes long.
fn operations(graph: &ValueGraph<'_>) -> Operations {
    let (mut names, mut integers) = (BTreeSet::new(), false);
    for vertex in 0..graph.vertices.len() {
        let node = graph.node(vertex);
        match &node.kind {
            PayloadKind::Op { name, .. } => {
                integers |= !matches!(node.ty, Type::Float(_));
                names.insert(name.clone());
            }
            PayloadKind::Const(value) => _ = names.insert(value.to_string()),
            _ => {}
        }
    }
    Operations { names, integers }
}

/// The comparison of two graphs; claims may take so many clauses of algebra once more.
fn decide(programs: &Programs<'_>, (record, clauses): (&Record, u64)) -> Result<ModelComparison> {
    let unknown = |code: &'static str, message: String| Ok(ModelComparison::Unknown(Reason { code, message }));
    match guess::guess(programs)? {
        Guess::Relation(relation) => {
            if programs.holds(&relation)? {
                return Ok(match defined::uncovered(programs)? {
                    None => {
                        record.replace_by(|| {
                            let left = programs.algebra.replace(clauses);
                            let part = proposal::claims(programs, &relation);
                            programs.algebra.set(left);
                            part
                        });
                        ModelComparison::Same
                    }
                    Some(defined::Uncovered { what, params }) => ModelComparison::Undefined { what, params },
                });
            }
            unknown("guess", "the values that seem equal are not so by induction".to_owned())
        }
        Guess::Mismatch(mismatch) => Ok(ModelComparison::Differs {
            what: mismatch.what,
            params: mismatch.pairs.params()?,
        }),
        Guess::Nothing(why) => unknown("guess", format!("no relation between the values was found: {why}")),
    }
}
