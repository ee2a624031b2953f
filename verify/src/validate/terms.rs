//! Proofs of functions that compute the same terms (`congruence`): what is left to ask once they do.
//!
//! Terms say nothing of sizes, so a model of the first function, if it has one, says whether the proof is about
//! anything, and at which sizes it is checked by runs.

use super::{Settings, Side, modelled, unless};
use crate::assumptions::Assumptions;
use crate::congruence::congruent;
use crate::debufferize::debufferized;
use crate::runs::{Runs, may_reorder};
use crate::{Proof, Verdict, vacuous};
use polyvet_analysis::extract::{ExtractError, Options};
use polyvet_poly::Ctx;
use std::num::NonZeroU64;

/// What of the budget the model may take: it is of use, not needed.
const SHARE_OF_MODEL: u64 = 16;

/// The verdict where both functions compute the same terms; `None` where they do not, or nothing is asked of them.
pub(super) fn proved(
    before: Side<'_>,
    after: Side<'_>,
    (options, assumptions): (&Options, &Assumptions),
    (ctx, budget): (&Ctx, NonZeroU64),
    settings: &Settings,
) -> Result<Option<Verdict>, ExtractError> {
    let Some(proof) = congruent(before, after).or_else(|| congruent_on_tensors(before, after)) else {
        return Ok(None);
    };
    let share = NonZeroU64::new(budget.get() / SHARE_OF_MODEL).unwrap_or(budget);
    let options = Options {
        obligations: true,
        in_place: true,
        ..options.clone()
    };
    let scop = match ctx.within(share, None, || Ok(modelled(before, ctx, &options))) {
        Ok(Ok(scop)) => Some(scop),
        Ok(Err(ExtractError::Unsupported(_) | ExtractError::Poly(_))) | Err(_) => None,
        Ok(Err(other)) => return Err(other),
    };
    if let Some(scop) = &scop
        && vacuous::of_model(scop)?.is_some()
    {
        return Ok(None);
    }
    let proof = Proof {
        vacuous: vacuous::of_interface(before, after),
        ..proof
    };
    if !settings.cross_check {
        return Ok(Some(Verdict::Proved(proof)));
    }
    let mut runs = Runs::new(before, after).within(assumptions);
    let contradiction = match &scop {
        Some(scop) => runs.cross_check(scop, proof.strength)?,
        None => runs.cross_check_unmodelled(proof.strength),
    };
    // What races wherever it runs has no meaning to keep: the models say where.
    if runs.were_undefined() && may_reorder(before) {
        return Ok(None);
    }
    Ok(Some(unless(contradiction, proof)))
}

/// As [`congruent`], with the contents of buffers as values.
fn congruent_on_tensors(before: Side<'_>, after: Side<'_>) -> Option<Proof> {
    let [one, other] = debufferized(before, after)?;
    congruent(before.of(&one), after.of(&other))
}
