//! A whole schedule: the user's, or one that isl computes.
//!
//! `schedule({ S0[i, j] -> [i + j, j] })` takes a union map or a tree in isl's notation, see
//! [`schedule_from`]. `schedule(auto)` asks isl's scheduler (a variant of Pluto's
//! algorithm: Bondhugula et al., "A practical automatic polyhedral parallelizer and locality optimizer", 2008; Verdoolaege
//! and Janssens, "Scheduling for PPCG", 2017) for one that keeps all dependences and makes distances short. What else it is
//! told are isl's options (isl manual, "Scheduling"): `fusion=max` schedules all that is connected together, `fusion=min`
//! fuses no two strongly connected components; `outer_coincidence`, `maximize_coincidence` and others are on where they are
//! named; `validity={ S0[i] -> S1[i] }`, `coincidence=` and `proximity=` add pairs to those of the dependences.

use crate::registry::Build;
use std::fmt;

use polyvet_analysis::dependence::{DepKind, memory_based};
use polyvet_analysis::scop::{Rewrite, Scop};
use polyvet_ir::Diagnostic;
use polyvet_poly::{Ctx, DimKind, ScheduleConstraints, UnionMap};

use crate::schedule::nest::stmt_index;
use crate::schedule::{Inapplicable, Transform, reschedule, schedule_from};
use crate::{Args, RegistryEntry, ScriptName, Spanned};
use polyvet_analysis::loops::one_loop_per_band;
use polyvet_analysis::loops::reserved;

/// The line in the registry.
pub static ENTRY: RegistryEntry = RegistryEntry {
    name: "schedule",
    aliases: &[],
    summary: "Takes a schedule in isl's notation, `{ S0[i, j] -> [i + j, j] }`, or the one that isl's scheduler finds.",
    params: "auto, OPTION, ..  |  SCHEDULE",
    example: "schedule(auto)",
    build: Build::Schedule(parse),
};

/// What isl's scheduler is told besides the dependences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchedulerSettings {
    /// How much is fused.
    pub fusion: SchedulerFusion,
    /// Names of isl's options that are on, without `schedule_`.
    pub on: Vec<&'static str>,
    /// Pairs of instances for a kind of constraint, in isl's notation.
    pub pairs: Vec<(&'static str, Spanned<String>)>,
}

/// How much isl's scheduler fuses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SchedulerFusion {
    /// Strongly connected components, one after the other where that makes bands deep.
    #[default]
    Default,
    /// All that is connected.
    Max,
    /// Nothing beyond strongly connected components.
    Min,
}

/// An option of isl: how it is read and set.
struct SchedulerOption {
    name: &'static str,
    get: fn(&Ctx) -> bool,
    set: fn(&Ctx, bool) -> polyvet_poly::Result<()>,
}

const OPTIONS: [SchedulerOption; 9] = [
    SchedulerOption {
        name: "outer_coincidence",
        get: Ctx::schedule_outer_coincidence,
        set: Ctx::set_schedule_outer_coincidence,
    },
    SchedulerOption {
        name: "maximize_coincidence",
        get: Ctx::schedule_maximize_coincidence,
        set: Ctx::set_schedule_maximize_coincidence,
    },
    SchedulerOption {
        name: "maximize_band_depth",
        get: Ctx::schedule_maximize_band_depth,
        set: Ctx::set_schedule_maximize_band_depth,
    },
    SchedulerOption {
        name: "carry_self_first",
        get: Ctx::schedule_carry_self_first,
        set: Ctx::set_schedule_carry_self_first,
    },
    SchedulerOption {
        name: "separate_components",
        get: Ctx::schedule_separate_components,
        set: Ctx::set_schedule_separate_components,
    },
    SchedulerOption {
        name: "split_scaled",
        get: Ctx::schedule_split_scaled,
        set: Ctx::set_schedule_split_scaled,
    },
    SchedulerOption {
        name: "treat_coalescing",
        get: Ctx::schedule_treat_coalescing,
        set: Ctx::set_schedule_treat_coalescing,
    },
    SchedulerOption {
        name: WHOLE,
        get: Ctx::schedule_whole_component,
        set: Ctx::set_schedule_whole_component,
    },
    SchedulerOption {
        name: SERIAL,
        get: Ctx::schedule_serialize_sccs,
        set: Ctx::set_schedule_serialize_sccs,
    },
];

const WHOLE: &str = "whole_component";
const SERIAL: &str = "serialize_sccs";
const KINDS: [&str; 3] = ["validity", "coincidence", "proximity"];

/// A whole schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WholeSchedule {
    /// By isl's scheduler.
    Auto(SchedulerSettings),
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
            WholeSchedule::Auto(settings) => settings.schedule(scop),
        }
    }
}

impl SchedulerSettings {
    fn schedule(&self, scop: &Scop) -> Result<Rewrite, Inapplicable> {
        let mut validity = UnionMap::empty(scop.context.space()?)?;
        let (mut coincidence, mut proximity) = (validity.clone(), validity.clone());
        for dependence in memory_based(scop)?.list {
            let map = UnionMap::from_map(dependence.map)?;
            if dependence.kind == DepKind::Raw {
                proximity = proximity.union(map.clone())?;
            }
            validity = validity.union(map)?;
        }
        coincidence = coincidence.union(validity.clone())?;
        for (kind, text) in &self.pairs {
            let more = instances(scop, text)?;
            match *kind {
                "validity" => validity = validity.union(more)?,
                "coincidence" => coincidence = coincidence.union(more)?,
                _ => proximity = proximity.union(more)?,
            }
        }
        let constraints = ScheduleConstraints::on_domain(scop.domain()?)?
            .set_context(scop.context.clone())?
            .set_validity(validity.coalesce()?)?
            .set_coincidence(coincidence.coalesce()?)?
            .set_proximity(proximity.coalesce()?)?;
        let schedule = self.told(&scop.ctx, || constraints.compute_schedule())?;
        reschedule(scop, one_loop_per_band(schedule, &reserved(scop))?)
    }

    /// Runs `work` with isl's options as they are wanted, which are then as they were.
    fn told<T>(&self, ctx: &Ctx, work: impl FnOnce() -> polyvet_poly::Result<T>) -> polyvet_poly::Result<T> {
        let fusion = match self.fusion {
            SchedulerFusion::Default => None,
            SchedulerFusion::Max => Some(WHOLE),
            SchedulerFusion::Min => Some(SERIAL),
        };
        let wanted = |option: &&SchedulerOption| self.on.contains(&option.name) || fusion == Some(option.name);
        let changed: Vec<(&SchedulerOption, bool)> = { OPTIONS.iter() }
            .filter(wanted)
            .map(|option| (option, (option.get)(ctx)))
            .collect();
        for (option, _) in &changed {
            (option.set)(ctx, true)?;
        }
        let made = work();
        for (option, before) in changed {
            (option.set)(ctx, before)?;
        }
        made
    }
}

/// Pairs of instances in isl's notation.
fn instances(scop: &Scop, text: &Spanned<String>) -> Result<UnionMap, Inapplicable> {
    let pairs = UnionMap::parse(&scop.ctx, &text.value).map_err(|error| Inapplicable::BadSchedule {
        message: error.to_string(),
        span: text.span,
    })?;
    for map in pairs.maps()? {
        for side in [DimKind::In, DimKind::Out] {
            let name = map.tuple_name(side)?.unwrap_or_default();
            stmt_index(scop, &ScriptName::new(name, text.span))?;
        }
    }
    Ok(pairs)
}

fn parse(args: &mut Args) -> Result<Box<dyn Transform>, Diagnostic> {
    if args.peek_text() != Some("auto") {
        return Ok(Box::new(WholeSchedule::Given(args.rest_text()?)));
    }
    args.text()?;
    let mut settings = SchedulerSettings::default();
    while !args.is_done() {
        if args.next_is_plain() {
            let word = args.text()?;
            match OPTIONS.iter().find(|option| option.name == word.value) {
                Some(option) => settings.on.push(option.name),
                None => {
                    let names: Vec<String> = OPTIONS.iter().map(|option| format!("`{}`", option.name)).collect();
                    let what = format!("`{word}` is no option of the scheduler: {}", names.join(", "));
                    return Err(args.wrong_at(word.span, what));
                }
            }
            continue;
        }
        let (key, value) = args.keyed_text()?;
        match (key.value.as_str(), value.value.as_str()) {
            ("fusion", "max") => settings.fusion = SchedulerFusion::Max,
            ("fusion", "min") => settings.fusion = SchedulerFusion::Min,
            ("fusion", "default") => settings.fusion = SchedulerFusion::Default,
            ("fusion", _) => return Err(args.wrong_at(value.span, "`fusion=` is `max`, `min` or `default`")),
            (other, _) => match KINDS.into_iter().find(|kind| *kind == other) {
                Some(kind) => settings.pairs.push((kind, value)),
                None => {
                    let what = format!(
                        "`{other}=` is not taken here: `fusion=`, `validity=`, `coincidence=`, `proximity=` are"
                    );
                    return Err(args.wrong_at(key.span, what));
                }
            },
        }
    }
    Ok(Box::new(WholeSchedule::Auto(settings)))
}

impl fmt::Display for SchedulerSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fusion {
            SchedulerFusion::Default => {}
            SchedulerFusion::Max => f.write_str(", fusion=max")?,
            SchedulerFusion::Min => f.write_str(", fusion=min")?,
        }
        self.on.iter().try_for_each(|option| write!(f, ", {option}"))?;
        self.pairs
            .iter()
            .try_for_each(|(kind, pairs)| write!(f, ", {kind}={pairs}"))
    }
}

impl fmt::Display for WholeSchedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WholeSchedule::Auto(settings) => write!(f, "schedule(auto{settings})"),
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
        let after = WholeSchedule::Auto(SchedulerSettings::default())
            .apply(&triangle())
            .unwrap()
            .scop;
        assert_eq!(polyvet_analysis::loops::loop_names(&after.schedule).unwrap().len(), 2);
    }
}
