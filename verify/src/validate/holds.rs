//! For which sizes a translation that is refuted is proved all the same ([`crate::holds`]): wrong are the parameters for
//! which an obligation of `after` is broken, or values differ.

use super::{Decision, ProgramSide, prove, same_sums};
use crate::certificate::Record;
use crate::equivalence::Algebra;
use crate::holds::{ParameterCondition, ROUNDS, simplest};
use polyvet_analysis::Scop;
use polyvet_analysis::extract::{ExtractError, ExtractOptions};
use polyvet_ir::{Dim, Type};
use polyvet_poly::{Ctx, Set};
use std::num::NonZeroU64;

/// A condition on the parameters of `before`, as an assumption is written, under which `after` is proved; `None` if there is none that says something, or none was found.
pub(super) fn holds_when(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    options: &ExtractOptions,
    budget: NonZeroU64,
) -> Option<String> {
    if !has_sizes(before) {
        return None;
    }
    // What takes longer was never a condition that somebody would write; the refutation itself takes less as a rule.
    let share = NonZeroU64::new(budget.get() / 32).unwrap_or(budget);
    // No answer takes nothing from the refutation.
    search(before, after, options, share).unwrap_or(None)
}

/// Whether a run may have other sizes than another.
fn has_sizes(side: ProgramSide<'_>) -> bool {
    let Some(entry) = side.module.only_block(side.func, 0) else {
        return false;
    };
    { side.module.block(entry).args.iter() }.any(|arg| {
        let ty = side.module.ty(*arg);
        *ty == Type::Index || ty.shape().is_some_and(|shape| shape.contains(&Dim::Dynamic))
    })
}

fn search(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    options: &ExtractOptions,
    budget: NonZeroU64,
) -> std::result::Result<Option<String>, ExtractError> {
    let ctx = Ctx::new();
    let mut found: Option<ParameterCondition> = None;
    let mut model: Option<Scop> = None;
    let mut bad: Option<Set> = None;
    for _ in 0..ROUNDS {
        let given = found.as_ref().map(|condition| &condition.set);
        let answer = prove(before, after, options, (&ctx, budget), (given, None), &Record::off())?;
        let models = (answer.before.as_ref(), answer.after.as_ref());
        let proved = matches!(answer.proof, Decision::Same)
            || found.is_some()
                && (answer.reassociates
                    || same_sums(
                        (before, models.0),
                        (after, models.1),
                        (&ctx, budget),
                        (&Algebra::never(), &Record::off()),
                    ));
        let set = match answer.proof {
            _ if proved => return Ok(found.map(|condition| condition.text)),
            Decision::Suspect { set, .. } => set,
            _ => return Ok(None),
        };
        let Some(scop) = model.take().or(answer.before) else {
            return Ok(None);
        };
        let all = match bad.take() {
            Some(bad) => bad.union(set)?.coalesce()?,
            None => set,
        };
        let simplest = ctx.within(budget, None, || simplest(&scop, &all));
        let Some(condition) = simplest? else {
            return Ok(None);
        };
        found = Some(condition);
        (model, bad) = (Some(scop), Some(all));
    }
    Ok(None)
}
