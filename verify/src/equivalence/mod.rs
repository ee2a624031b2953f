//! Whether two programs compute the same values, for all sizes.
//!
//! [`graph`] turns each into values and where their operands come from, [`guess`] proposes which
//! values are equal, and [`check`], which knows nothing of how the proposal was made, decides by
//! induction.
//!
//! There are two modes. The strict one takes operations as they are. The other one takes associative and
//! commutative operations as sums of terms in any order ([`sums`]): equal up to the rounding of
//! reductions. It proves, but what it does not prove says nothing.

mod alike;
mod check;
mod fold;
mod graph;
mod guess;
mod normal;
mod sums;

use crate::Reason;
use crate::legality::budget_reason;
use check::Programs;
pub(crate) use check::same_meaning;
use graph::{Graph, NoGraph};
use guess::Guess;
use polyvet_analysis::Scop;
use polyvet_ir::ValueId;
use polyvet_poly::{Result, Set};

/// What the comparison of two models came to.
pub(crate) enum Comparison {
    /// The same operations on the same operands for every visible element.
    Same,
    /// They differ for these parameters, in this way, unless other operations happen to compute the same.
    Differs { what: String, params: Set },
    /// Not decided.
    Unknown(Reason),
}

/// One of two models; the second part tells tensors from memrefs.
type Model<'m> = (&'m Scop, &'m dyn Fn(ValueId) -> bool);

/// Compares two models over the same parameters, bit for bit.
pub(crate) fn compare(before: Model<'_>, after: Model<'_>) -> Result<Comparison> {
    compare_as(before, after, false)
}

/// Whether two models over the same parameters compute the same up to the order of reductions.
pub(crate) fn same_sums(before: Model<'_>, after: Model<'_>) -> Result<bool> {
    Ok(matches!(compare_as(before, after, true)?, Comparison::Same))
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

fn compare_as(before: Model<'_>, after: Model<'_>, sums: bool) -> Result<Comparison> {
    let unknown = |code: &'static str, message: String| Ok(Comparison::Unknown(Reason { code, message }));
    let cut;
    let mut second = Graph::of(after.0, after.1, sums);
    if matches!(second, Err(NoGraph::Unsupported(_))) {
        cut = within(after.0, &before.0.valid)?;
        second = Graph::of(&cut, after.1, sums);
    }
    let (first, second) = match (Graph::of(before.0, before.1, sums), second) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(NoGraph::Poly(error)), _) | (_, Err(NoGraph::Poly(error))) if error.is_budget() => {
            return Ok(Comparison::Unknown(budget_reason(&error)));
        }
        (Err(NoGraph::Poly(error)), _) | (_, Err(NoGraph::Poly(error))) => return Err(error),
        (Err(NoGraph::Unsupported(what)), _) | (_, Err(NoGraph::Unsupported(what))) => {
            return unknown("no-value-graph", what);
        }
    };
    let mut second = second;
    // Memref arguments that stand for tensors of the first program are its to use.
    let keys: Vec<String> = first.visible.iter().map(|v| v.key.clone()).collect();
    second.visible.retain(|v| keys.contains(&v.key));
    if second.visible.iter().map(|v| &v.key).ne(keys.iter()) {
        return unknown("signature", "the two functions show different arrays".to_owned());
    }
    let valid = before.0.valid.clone();
    let programs = Programs {
        before: first,
        after: second,
        valid,
        alike: alike::Known::default(),
    };
    match guess::guess(&programs)? {
        Guess::Relation(relation) => {
            if programs.holds(&relation)? {
                return Ok(Comparison::Same);
            }
            unknown("guess", "the values that seem equal are not so by induction".to_owned())
        }
        Guess::Mismatch(mismatch) => Ok(Comparison::Differs {
            what: mismatch.what,
            params: mismatch.pairs.params()?,
        }),
        Guess::Nothing(why) => unknown("guess", format!("no relation between the values was found: {why}")),
    }
}
