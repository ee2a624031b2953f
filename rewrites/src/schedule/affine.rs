//! A whole schedule: the user's, or one that isl computes.
//!
//! `schedule({ S0[i, j] -> [i + j, j] })` takes a union map or a tree in isl's notation, see
//! [`schedule_from`]. `schedule(auto)` asks isl's scheduler (a variant of Pluto's
//! algorithm: Bondhugula et al., "A practical automatic polyhedral parallelizer and locality optimizer", 2008; Verdoolaege
//! and Janssens, "Scheduling for PPCG", 2017) for one that keeps all dependences and makes distances short.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::dependence::{DepKind, memory_based};
use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::{ScheduleConstraints, UnionMap};

use crate::schedule::{Inapplicable, Transform, reschedule, schedule_from};
use crate::{Args, RegistryEntry, Spanned};
use polyvet_analysis::loops::one_loop_per_band;
use polyvet_analysis::loops::reserved;

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "schedule",
    aliases: &[],
    summary: "Takes a schedule in isl's notation, `{ S0[i, j] -> [i + j, j] }`, or the one that isl's scheduler finds.",
    params: "auto  |  SCHEDULE",
    example: "schedule(auto)",
    build: Build::Schedule(parse),
};

/// A whole schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WholeSchedule {
    /// By isl's scheduler.
    Auto,
    /// In isl's notation.
    Given(Spanned<String>),
}

impl Transform for WholeSchedule {
    fn entry(&self) -> &'static RegistryEntry {
        &ENTRY
    }

    fn apply(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        match self {
            WholeSchedule::Given(text) => schedule_from(scop, &text.value),
            WholeSchedule::Auto => auto(scop),
        }
    }
}

fn auto(scop: &Scop) -> Result<Rewrite, Inapplicable> {
    let mut validity = UnionMap::empty(scop.context.space()?)?;
    let mut proximity = validity.clone();
    for dependence in memory_based(scop)?.list {
        let map = UnionMap::from_map(dependence.map)?;
        if dependence.kind == DepKind::Raw {
            proximity = proximity.union(map.clone())?;
        }
        validity = validity.union(map)?;
    }
    let validity = validity.coalesce()?;
    let schedule = ScheduleConstraints::on_domain(scop.domain()?)?
        .set_context(scop.context.clone())?
        .set_validity(validity.clone())?
        .set_coincidence(validity)?
        .set_proximity(proximity.coalesce()?)?
        .compute_schedule()?;
    reschedule(scop, one_loop_per_band(schedule, &reserved(scop))?)
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    let text = args.rest_text()?;
    Ok(Box::new(match text.value.as_str() {
        "auto" => WholeSchedule::Auto,
        _ => WholeSchedule::Given(text),
    }))
}

impl fmt::Display for WholeSchedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WholeSchedule::Auto => f.write_str("schedule(auto)"),
            WholeSchedule::Given(text) => write!(f, "schedule({text})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_script;
    use crate::schedule::testing::{check_times, triangle};

    #[test]
    fn takes_a_map() {
        let steps = parse_script("schedule({ S0[i, j] -> [i + j, j] })").unwrap().steps;
        let after = steps[0].transform().unwrap().apply(&triangle()).unwrap().scop;
        check_times(&after, "{ S0[i, j] -> [i + j, j] }");
    }

    #[test]
    fn asks_isl() {
        let after = WholeSchedule::Auto.apply(&triangle()).unwrap().scop;
        assert_eq!(polyvet_analysis::loops::loop_names(&after.schedule).unwrap().len(), 2);
    }
}
