//! Proofs of long programs, part by part (`cut`).

use super::{Settings, Side, prove_alone, terms_of, unless};
use crate::assumptions::Assumptions;
use crate::certificate::{self, Record};
use crate::congruence::congruent;
use crate::cut::{self, Cuts, Part};
use crate::runs::Runs;
use crate::{Proof, Reason, Strength, Verdict, vacuous};
use polyvet_analysis::extract::{ExtractError, Options};
use std::num::NonZeroU64;

/// Programs with more operations at their top level than this, numbers left out, have no model as a whole: it would take longer than the
/// budget, and more memory than there is.
const WHOLE_MAX: usize = 400;
/// Of longer programs nobody looks for sizes at which a refuted rewrite holds: that takes models of the whole.
const CONDITION_MAX: usize = 64;

/// What the parts say.
pub(super) enum Outcome {
    /// All of it.
    Decided(Verdict),
    /// Not enough, and the programs are too long to be compared in another way.
    Open(Reason),
    /// Nothing: the programs are to be compared as they are.
    Whole,
}

/// Whether two programs are too long for one model.
pub(super) fn is_long(before: Side<'_>, after: Side<'_>) -> bool {
    [before, after].iter().any(|side| cut::length(*side) > WHOLE_MAX)
}

/// Whether it takes longer than the refutation to find out for which sizes a rewrite holds all the same.
pub(super) fn is_longish(before: Side<'_>, after: Side<'_>) -> bool {
    [before, after].iter().any(|side| cut::length(*side) > CONDITION_MAX)
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
    (settings, record): (&Settings, &Record),
) -> Result<Outcome, ExtractError> {
    let is_long = is_long(before, after);
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
    let mut why = None;
    for cuts in [Cuts::Close, Cuts::Shared] {
        let Some(parts) = cut::parts(before, after, cuts) else {
            continue;
        };
        let budget = Budget::new(budget, parts.len());
        record.clear();
        match prove_all(&parts, &options, budget, record)? {
            Ok(proof) => {
                joined(before, after, cuts, record);
                return checked(before, after, (proof, assumptions), settings, is_long);
            }
            // A part that is not proved is most often wrong, and what a few runs refute needs no more models.
            Err(message) if why.is_none() => {
                why = Some(message);
                if let Some(witness) = Runs::new(before, after).within(assumptions).glance_unmodelled() {
                    return Ok(Outcome::Decided(Verdict::Refuted(witness)));
                }
            }
            Err(_) => {}
        }
    }
    let nothing = || "the programs are too long for one model, and have not enough in common".to_owned();
    Ok(open(why.unwrap_or_else(nothing)))
}

/// Keeps the claims that what is handed across the cuts is the same.
fn joined(before: Side<'_>, after: Side<'_>, cuts: Cuts, record: &Record) {
    if !record.is_on() {
        return;
    }
    match cut::skeletons(before, after, cuts) {
        Some((one, other)) => record.add(|| {
            let subject = "what is handed across the cuts is the same, each part being a function that nobody knows";
            certificate::Part {
                subject: subject.to_owned(),
                ..terms_of(one.side(), other.side())
            }
        }),
        None => record.trusted("parts", "that what is handed across the cuts is the same"),
    }
}

/// What all parts may use up: more for more parts, and no part more than one program.
struct Budget {
    of_part: NonZeroU64,
    left: u64,
}

impl Budget {
    /// How many parts have one budget together.
    const PARTS: u64 = 64;

    fn new(of_part: NonZeroU64, parts: usize) -> Budget {
        let times = 1 + parts as u64 / Budget::PARTS;
        Budget {
            of_part,
            left: of_part.get().saturating_mul(times),
        }
    }

    /// What the next part may use up.
    fn next(&self) -> Option<NonZeroU64> {
        NonZeroU64::new(self.left.min(self.of_part.get()))
    }
}

/// A proof of all parts, unless a few runs of the whole contradict it.
fn checked(
    before: Side<'_>,
    after: Side<'_>,
    (mut proof, assumptions): (Proof, &Assumptions),
    settings: &Settings,
    is_long: bool,
) -> Result<Outcome, ExtractError> {
    proof.vacuous = vacuous::of_interface(before, after);
    if !settings.cross_check {
        return Ok(Outcome::Decided(Verdict::Proved(proof)));
    }
    let mut runs = Runs::new(before, after).within(assumptions);
    let contradiction = runs.cross_check_unmodelled(proof.strength);
    // Nothing may be asked of a program that is undefined wherever it runs; the model of the whole knows.
    if runs.were_undefined() {
        return Ok(match is_long {
            true => Outcome::Open(Reason {
                code: "part-not-proved",
                message: "all parts are proved, but `before` is undefined in every run that was tried".to_owned(),
            }),
            false => Outcome::Whole,
        });
    }
    Ok(Outcome::Decided(unless(contradiction, proof)))
}

/// The proof that all parts are the same, or in words why there is none.
fn prove_all(
    parts: &[(Part, Part)],
    options: &Options,
    mut budget: Budget,
    record: &Record,
) -> Result<std::result::Result<Proof, String>, ExtractError> {
    let count = parts.len();
    let mut all = Proof::new(Strength::Bitwise);
    for (at, (one, other)) in parts.iter().enumerate() {
        let Some(share) = budget.next() else {
            return Ok(Err(format!(
                "{at} of {count} parts that differ are proved, and the budget is spent; try a larger `--budget`"
            )));
        };
        let found = prove_part((one, other), options, (share, &mut budget.left), record)?;
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
    (share, left): (NonZeroU64, &mut u64),
    record: &Record,
) -> Result<Option<Proof>, ExtractError> {
    if let Some(proof) = congruent(one.side(), other.side()) {
        record.add(|| terms_of(one.side(), other.side()));
        return Ok(Some(proof));
    }
    let (proof, spent) = prove_alone(one.side(), other.side(), options, (share, record))?;
    *left = left.saturating_sub(spent);
    Ok(proof)
}
