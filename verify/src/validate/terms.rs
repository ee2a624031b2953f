//! Proofs of functions that compute the same terms (`congruence`): what is left to ask once they do.
//!
//! Terms say nothing of sizes, so a model of the first function, if it has one, says whether the proof is about
//! anything, and at which sizes it is checked by runs.

use super::{Settings, Side, cross_checked, modelled, unless};
use crate::assumptions::Assumptions;
use crate::congruence::congruent;
use crate::runs::Runs;
use crate::{Proof, Verdict, vacuous};
use polyvet_analysis::Scop;
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
    let Some(proof) = congruent(before, after) else {
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
    checked(before, after, (scop.as_ref(), assumptions), settings, proof).map(Some)
}

fn checked(
    before: Side<'_>,
    after: Side<'_>,
    (scop, assumptions): (Option<&Scop>, &Assumptions),
    settings: &Settings,
    proof: Proof,
) -> Result<Verdict, ExtractError> {
    match scop {
        _ if !settings.cross_check => Ok(Verdict::Proved(proof)),
        Some(scop) => cross_checked(before, after, (scop, assumptions), proof),
        None => {
            let witness = Runs::new(before, after).within(assumptions).cross_check_unmodelled();
            Ok(unless(witness, proof))
        }
    }
}
