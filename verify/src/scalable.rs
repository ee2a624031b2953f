//! Programs on scalable vectors, for each vector scale that machines have.
//!
//! Terms compare such programs whatever the scale is. What they leave open is compared once for each scale, with
//! vectors of a known length; a proof then assumes that the scale is one of these.

use crate::certificate::Record;
use crate::validate::ProgramSide;
use crate::{Assumption, Proof, Strength, Verdict};
use polyvet_analysis::extract::ExtractError;
use polyvet_ir::{is_scalable, with_vector_scale};

/// The vector scales of Arm's SVE: registers have 128 to 2048 bits, and 128 for each unit.
pub(crate) const SCALES: [u64; 5] = [1, 2, 4, 8, 16];

/// What `judge` says about both programs on machines of every scale; [`None`] if they are about no scalable vectors, or
/// if nothing is known of one scale.
pub(crate) fn on_each_scale(
    before: ProgramSide<'_>,
    after: ProgramSide<'_>,
    record: &Record,
    judge: impl Fn(ProgramSide<'_>, ProgramSide<'_>) -> Result<Verdict, ExtractError>,
) -> Result<Option<Verdict>, ExtractError> {
    if ![before, after].iter().any(|side| is_scalable(side.module, side.func)) {
        return Ok(None);
    }
    let mut proof = Proof::new(Strength::Bitwise);
    let mut tested = None;
    let mut vacuous = Vec::new();
    for scale in SCALES {
        let [Some(one), Some(other)] = [before, after].map(|side| with_vector_scale(side.module, scale)) else {
            return Ok(None);
        };
        record.clear();
        match judge(before.of(&one), after.of(&other))? {
            Verdict::Proved(one) => {
                proof.strength = proof.strength.min(one.strength);
                proof.assumes.extend(one.assumes);
                vacuous.push(one.vacuous);
            }
            Verdict::Refuted(mut witness) => {
                witness.params.push(("vscale".to_owned(), scale as i64));
                witness.holds_when = None;
                return Ok(Some(Verdict::Refuted(witness)));
            }
            Verdict::Tested(mut coverage) => {
                coverage.not_proved = format!("where the vector scale is {scale}: {}", coverage.not_proved);
                tested.get_or_insert(coverage);
            }
            Verdict::Unknown(_) => return Ok(None),
        }
    }
    record.clear();
    if let Some(coverage) = tested {
        return Ok(Some(Verdict::Tested(coverage)));
    }
    record.trusted(
        "vector scale",
        "that the programs are equal for each vector scale, one by one",
    );
    proof.assumes.insert(Assumption::VectorScale);
    // About nothing only if it is so on every machine.
    proof.vacuous = vacuous
        .into_iter()
        .collect::<Option<Vec<_>>>()
        .and_then(|all| all.into_iter().next());
    Ok(Some(Verdict::Proved(proof)))
}
