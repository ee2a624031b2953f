//! Proofs of long programs, part by part (`cut`).

use super::{Settings, Side, prove_alone, unless};
use crate::assumptions::Assumptions;
use crate::congruence::congruent;
use crate::cut::{self, Cuts, Part};
use crate::runs::Runs;
use crate::{Proof, Reason, Strength, Verdict, vacuous};
use polyvet_analysis::extract::{ExtractError, Options};
use std::num::NonZeroU64;

/// Programs with more operations at their top level than this have no model as a whole: it would take longer than the
/// budget, and more memory than there is.
const WHOLE_MAX: usize = 400;

/// What the parts say.
pub(super) enum Outcome {
    /// All of it.
    Decided(Verdict),
    /// Not enough, and the programs are too long to be compared in another way.
    Open(Reason),
    /// Nothing: the programs are to be compared as they are.
    Whole,
}

/// Compares two programs part by part.
///
/// # Errors
/// As [`super::validate`].
pub(super) fn prove(
    before: Side<'_>,
    after: Side<'_>,
    (options, assumptions): (&Options, &Assumptions),
    budget: NonZeroU64,
    settings: &Settings,
) -> Result<Outcome, ExtractError> {
    let is_long = [before, after].iter().any(|side| cut::length(*side) > WHOLE_MAX);
    let open = |message: String| match is_long {
        true => Outcome::Open(Reason {
            code: "part-not-proved",
            message,
        }),
        false => Outcome::Whole,
    };
    // What is assumed of the whole is not known of its parts, which hold without it.
    let options = Options {
        assume: Vec::new(),
        fixed: Vec::new(),
        ..options.clone()
    };
    let mut left = budget.get();
    let mut found = Err("the programs are too long for one model, and have not enough in common".to_owned());
    for cuts in [Cuts::Close, Cuts::Shared] {
        if found.is_err()
            && let Some(parts) = cut::parts(before, after, cuts)
        {
            found = prove_all(&parts, &options, &mut left)?;
        }
    }
    let mut proof = match found {
        Ok(proof) => proof,
        Err(message) => return Ok(open(message)),
    };
    proof.vacuous = vacuous::of_interface(before, after);
    if !settings.cross_check {
        return Ok(Outcome::Decided(Verdict::Proved(proof)));
    }
    let mut runs = Runs::new(before, after).within(assumptions);
    let contradiction = runs.cross_check_unmodelled(proof.strength);
    // Nothing may be asked of a program that is undefined wherever it runs; the model of the whole knows.
    if runs.were_undefined() && !is_long {
        return Ok(Outcome::Whole);
    }
    Ok(Outcome::Decided(unless(contradiction, proof)))
}

/// The proof that all parts are the same, or in words why there is none.
fn prove_all(
    parts: &[(Part, Part)],
    options: &Options,
    left: &mut u64,
) -> Result<std::result::Result<Proof, String>, ExtractError> {
    let count = parts.len();
    let mut all = Proof::new(Strength::Bitwise);
    for (at, (one, other)) in parts.iter().enumerate() {
        let Some(share) = NonZeroU64::new(*left) else {
            return Ok(Err(format!(
                "{at} of {count} parts that differ are proved, and the budget is spent; try a larger `--budget`"
            )));
        };
        let found = prove_part((one, other), options, share, left)?;
        let Some(proof) = found.filter(|proof| proof.vacuous.is_none()) else {
            let first = one.first.as_deref().or(other.first.as_deref()).unwrap_or_default();
            return Ok(Err(format!(
                "{at} of {count} parts that differ are proved, the next one, which begins with {first}, is not"
            )));
        };
        all = Proof::both(all, proof);
    }
    Ok(Ok(all))
}

/// The proof of a part for all that may come into it.
fn prove_part(
    (one, other): (&Part, &Part),
    options: &Options,
    share: NonZeroU64,
    left: &mut u64,
) -> Result<Option<Proof>, ExtractError> {
    if let Some(proof) = congruent(one.side(), other.side()) {
        return Ok(Some(proof));
    }
    let (proof, spent) = prove_alone(one.side(), other.side(), options, share)?;
    *left = left.saturating_sub(spent);
    Ok(proof)
}
