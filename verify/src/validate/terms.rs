//! Proofs of functions that compute the same terms (`congruence`): what is left to ask once they do.
//!
//! Terms say nothing of sizes, so a model of the first function, if it has one, says whether the proof is about
//! anything, and at which sizes it is checked by runs.

use super::{ProgramSide, ValidateSettings, modelled, terms_of, unless};
use crate::assumptions::Assumptions;
use crate::certificate::Record;
use crate::congruence::{congruent, congruent_with_exact_indices};
use crate::debufferize::debufferized;
use crate::runs::{CrossCheck, Runs, may_reorder};
use crate::{Proof, Verdict, vacuous};
use polyvet_analysis::extract::{ExtractError, ExtractOptions};
use polyvet_ir::Module;
use polyvet_poly::Ctx;
use std::num::NonZeroU64;

/// What of the budget the model may take: it is of use, not needed.
const SHARE_OF_MODEL: u64 = 16;

/// What terms say about two functions.
pub(super) struct ByTerms {
    pub verdict: Verdict,
    /// Both functions on tensors, if their terms are the ones that are the same (`debufferize`).
    on_tensors: Option<[Module; 2]>,
}

impl ByTerms {
    /// Keeps the claims that the terms are the same.
    pub fn record(&self, before: ProgramSide<'_>, after: ProgramSide<'_>, record: &Record) {
        match &self.on_tensors {
            None => record.add(|| terms_of(before, after)),
            Some([one, other]) => {
                record_buffers(record);
                record.add(|| terms_of(before.of(one), after.of(other)));
            }
        }
    }
}

/// Keeps that a proof is about functions on tensors.
pub(super) fn record_buffers(record: &Record) {
    record.trusted(
        "buffers",
        "that the functions on tensors compute what those on buffers do",
    );
}

/// With what a proof by terms is checked.
#[derive(Clone, Copy)]
pub(super) struct TermsCheck<'a> {
    pub options: &'a ExtractOptions,
    pub assumptions: &'a Assumptions,
    pub ctx: &'a Ctx,
    pub budget: NonZeroU64,
    pub settings: &'a ValidateSettings,
}

impl TermsCheck<'_> {
    /// The verdict where both functions compute the same terms; `None` where they do not, or nothing is asked of them.
    pub fn proved(self, before: ProgramSide<'_>, after: ProgramSide<'_>) -> Result<Option<ByTerms>, ExtractError> {
        let plain = congruent(before, after).map(|proof| (proof, None));
        self.checked(plain.or_else(|| congruent_on_tensors(before, after)), before, after)
    }

    /// As [`TermsCheck::proved`], where indices are taken not to overflow.
    pub fn proved_with_exact_indices(
        self,
        before: ProgramSide<'_>,
        after: ProgramSide<'_>,
    ) -> Result<Option<ByTerms>, ExtractError> {
        let found = congruent_with_exact_indices(before, after).map(|proof| (proof, None));
        self.checked(found, before, after)
    }

    /// The verdict of a proof by terms, if it is about anything and no run contradicts it.
    fn checked(
        self,
        found: Option<(Proof, Option<[Module; 2]>)>,
        before: ProgramSide<'_>,
        after: ProgramSide<'_>,
    ) -> Result<Option<ByTerms>, ExtractError> {
        let Some((proof, on_tensors)) = found else {
            return Ok(None);
        };
        let said = |verdict: Verdict| Ok(Some(ByTerms { verdict, on_tensors }));
        let share = NonZeroU64::new(self.budget.get() / SHARE_OF_MODEL).unwrap_or(self.budget);
        let options = ExtractOptions {
            obligations: true,
            in_place: true,
            ..self.options.clone()
        };
        let scop = match { self.ctx }.within(share, None, || Ok(modelled(before, self.ctx, &options))) {
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
        if !self.settings.cross_check {
            return said(Verdict::Proved(proof));
        }
        let mut runs = Runs::new(before, after).within(self.assumptions);
        let found = runs.cross_check(scop.as_ref(), proof.strength)?;
        // What races wherever it runs has no meaning to keep: the models say where.
        if matches!(found, CrossCheck::Doubted(_)) || runs.were_undefined() && may_reorder(before) {
            return Ok(None);
        }
        said(unless(found, proof))
    }
}

/// As [`congruent`], with the contents of buffers as values; and the functions that do the same. Where there were no
/// tensors before, loads and stores are what both programs have, and models do better with those.
fn congruent_on_tensors(before: ProgramSide<'_>, after: ProgramSide<'_>) -> Option<(Proof, Option<[Module; 2]>)> {
    if !has_tensors(before) {
        return None;
    }
    let both = debufferized(before, after)?;
    let [one, other] = &both.modules;
    let mut proof = congruent(before.of(one), after.of(other))?;
    proof.assumes.extend(both.assumes);
    Some((proof, Some(both.modules)))
}

fn has_tensors(side: ProgramSide<'_>) -> bool {
    side.module.any_op(side.func, &mut |_, op| {
        let mut values = op.operand_values().chain(op.results.iter().copied());
        values.any(|value| side.module.ty(value).is_tensor())
    })
}
