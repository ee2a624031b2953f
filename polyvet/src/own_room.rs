//! Repairs by room: iterations that meet only in a buffer that each fills before it reads it do not depend on each
//! other once each has its own.
//!
//! `privatise` before a loop is made parallel or a vector, `expand_array` before it is distributed; before loops change
//! places, `privatise` in the innermost of them. Which buffers is a guess: those on which a dependence that is no
//! reduction is carried by the loop. As any repair it is reported only if it is proved.

use crate::given::Given;
use crate::structured;
use polyvet_analysis::dependence::Dependences;
use polyvet_analysis::ids::ArrayId;
use polyvet_analysis::{ArrayKind, Scop};
use polyvet_ir::{Module, OpId};
use polyvet_report::RepairResult;
use polyvet_rewrites::schedule::distribute::Distribute;
use polyvet_rewrites::schedule::interchange::Interchange;
use polyvet_rewrites::schedule::parallelize::Parallelize;
use polyvet_rewrites::schedule::permute::Permute;
use polyvet_rewrites::schedule::tile::Tile;
use polyvet_rewrites::schedule::unnamed;
use polyvet_rewrites::schedule::vectorize::Vectorize;
use polyvet_rewrites::{ScriptName, ScriptStep};
use polyvet_verify::Strength;

/// Buffers that are given room, at most.
const BUFFERS_MAX: usize = 4;

/// What gives room.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Privatise,
    Expand,
}

/// The script with room for the iterations of the loop of the step to blame; [`None`] unless it is proved. The step
/// itself stays as it is.
pub fn with_own_room(
    (module, func): (&Module, OpId),
    (scop, dependences): (&Scop, &Dependences),
    (steps, text, repair): (&[ScriptStep], &str, &RepairResult),
    args: &Given,
) -> Option<(String, Strength)> {
    let culprit = repair.step.checked_sub(1)?;
    let (way, loops) = wanted(steps.get(culprit)?)?;
    let calls = || steps.iter().map(|step| step.span.of(text).to_owned());
    for name in loops {
        let rooms = rooms(scop, dependences, (way, name), &repair.array)?;
        if rooms.is_empty() || rooms.len() > BUFFERS_MAX {
            continue;
        }
        let all = calls().take(culprit).chain(rooms).chain(calls().skip(culprit));
        let script = all.collect::<Vec<_>>().join("; ");
        if let Some(strength) = structured::proved(module, func, &script, args) {
            return Some((script, strength));
        }
    }
    None
}

/// What could make a step legal, and for which of its loops, the likeliest first.
fn wanted(step: &ScriptStep) -> Option<(Way, Vec<&ScriptName>)> {
    let what = unnamed(step.transform()?);
    if let Some(one) = what.downcast_ref::<Parallelize>() {
        return Some((Way::Privatise, vec![&one.name]));
    }
    if let Some(one) = what.downcast_ref::<Vectorize>() {
        return Some((Way::Privatise, vec![&one.name]));
    }
    if let Some(one) = what.downcast_ref::<Distribute>() {
        return Some((Way::Expand, vec![&one.name]));
    }
    let mut loops: Vec<&ScriptName> = match (what.downcast_ref::<Interchange>(), what.downcast_ref::<Permute>()) {
        (Some(one), _) => one.from.iter().collect(),
        (_, Some(one)) => one.order.iter().collect(),
        _ => what
            .downcast_ref::<Tile>()?
            .sizes
            .iter()
            .map(|(name, _)| name)
            .collect(),
    };
    loops.reverse();
    Some((Way::Privatise, loops))
}

/// The steps that give room to all that meets in a loop of the program, or, in one that steps made, to the buffer that
/// is known to; [`None`] if isl gives up.
fn rooms(scop: &Scop, dependences: &Dependences, (way, name): (Way, &ScriptName), known: &str) -> Option<Vec<String>> {
    let plain = name.value.rsplit('.').next().unwrap_or(&name.value);
    let mut arrays: Vec<ArrayId> = Vec::new();
    match scop.loops.position(|one| one.name == plain) {
        None => arrays.extend(scop.arrays.position(|array| array.name == known)),
        Some(at) => {
            for dependence in dependences.list.iter().filter(|one| !one.reduction) {
                if !arrays.contains(&dependence.array) && dependence.carried_by(scop).ok()?.contains(&at) {
                    arrays.push(dependence.array);
                }
            }
        }
    }
    let room = |at: &ArrayId| {
        let array = &scop.arrays[*at];
        match (way, array.kind) {
            (Way::Privatise, ArrayKind::Local) => Some(format!("privatise({name}, {})", array.name)),
            (Way::Privatise, ArrayKind::InOut) => Some(format!("privatise({name}, {}, last)", array.name)),
            (Way::Expand, ArrayKind::Local) => Some(format!("expand_array({name}, {})", array.name)),
            _ => None,
        }
    };
    Some(arrays.iter().map(room).collect::<Option<Vec<_>>>().unwrap_or_default())
}
