//! The whole answer on a rewritten program: legality, and for a refutation a run of both programs
//! that shows the fault.

use crate::call;
use crate::certificate::{ProofPart, Record};
use crate::equivalence::{self, Algebra, ModelComparison};
use crate::legality::{Checker, Findings, Violation, or_unknown, upper_bound};
use crate::replay::{self, ReplayOutcome, ReplayedElement};
use crate::runs::{Numbers, Point, Runs, Swept};
use crate::sizes;
use crate::validate::ProgramSide;
use crate::witness::{self, WantedWitness};
use crate::{Coverage, Reason, Replay, Strength, Verdict, Witness, WitnessKind, dataflow, holds};
use polyvet_analysis::extract::ExtractError;
use polyvet_analysis::{Rewrite, Scop};
use polyvet_interp::ParallelOrder;
use polyvet_ir::{Module, OpId};
use polyvet_poly::{PolyError, Result, Schedule, ScheduleNodeKind, UnionSetList};

/// How much larger than the smallest the parameters of a replay may sum up to, one try each.
const LARGER: [i64; 5] = [0, 1, 3, 6, 11];
/// Where that shows nothing, all parameters are chosen near one of these: the smallest sums may grow
/// in a parameter that does not matter.
const NEAR: [i64; 3] = [3, 5, 8];

/// The verdict on a rewrite of function `func` of `module`, whose model `checker` knows. Only the
/// order may differ from the original: statements, domains and accesses must be its own.
///
/// # Errors
/// [`PolyError::Invalid`] if the rewrite changed more than the order; a spent budget is
/// [`Verdict::Unknown`].
pub fn check_rewrite(module: &Module, func: OpId, checker: &Checker<'_>, rewrite: &Rewrite) -> Result<Verdict> {
    check_rewrite_recorded(module, func, checker, rewrite, &Record::off())
}

/// As [`check_rewrite`]; what a proof rests on is left in `record`.
///
/// # Errors
/// As [`check_rewrite`].
pub fn check_rewrite_recorded(
    module: &Module,
    func: OpId,
    checker: &Checker<'_>,
    rewrite: &Rewrite,
    record: &Record,
) -> Result<Verdict> {
    let scop = checker.scop();
    if !same_instances(scop, rewrite)? {
        return Err(PolyError::Invalid {
            message: "the rewrite changes more than the order of instances".to_owned(),
            at: "check_rewrite".to_owned(),
        });
    }
    if sizes::is_symbolic(&rewrite.scop.schedule)? {
        let findings = scop
            .ctx
            .within(checker.budget(), None, || checker.findings(&rewrite.scop.schedule));
        return match findings {
            Ok(Findings { violation: Some(_), .. }) => {
                checker.at_sizes(&rewrite.scop.schedule, &|checker, schedule| {
                    let scop = Scop {
                        schedule: schedule.clone(),
                        ..checker.scop().clone()
                    };
                    let instances = rewrite.instances.clone();
                    check_rewrite(module, func, checker, &Rewrite { scop, instances })
                })
            }
            findings => {
                let verdict = checker.conclude(findings, &rewrite.scop.schedule)?;
                record.order(scop, &rewrite.scop.schedule, &verdict);
                Ok(verdict)
            }
        };
    }
    or_unknown(scop.ctx.within(checker.budget(), None, || {
        decide(module, func, checker, rewrite, record)
    }))
    .map(|verdict| with_condition(verdict, checker, &rewrite.scop.schedule))
}

/// A refutation with the sizes for which the schedule is legal.
fn with_condition(verdict: Verdict, checker: &Checker<'_>, schedule: &Schedule) -> Verdict {
    let Verdict::Refuted(mut witness) = verdict else {
        return verdict;
    };
    if !checker.scop().params.is_empty() {
        let search = || holds::of_schedule(checker, schedule);
        let found = checker.scop().ctx.within(checker.budget(), None, search);
        // No answer takes nothing from the refutation.
        witness.holds_when = found.unwrap_or(None);
    }
    Verdict::Refuted(witness)
}

fn decide(module: &Module, func: OpId, checker: &Checker<'_>, rewrite: &Rewrite, record: &Record) -> Result<Verdict> {
    let schedule = &rewrite.scop.schedule;
    let findings = checker.findings(schedule)?;
    let Some(violation) = findings.violation else {
        let strength = if findings.reassociates {
            Strength::Reassociated
        } else {
            Strength::Bitwise
        };
        let verdict = Verdict::Proved(checker.proof(strength));
        record.order(checker.scop(), schedule, &verdict);
        return Ok(verdict);
    };
    let mut same_numbers = None;
    let (witness, reason) = match replay_violation(module, func, checker, rewrite, &violation)? {
        Replayed::Shown(witness) => return Ok(Verdict::Refuted(witness)),
        Replayed::Failed(reason) => return Ok(Verdict::Unknown(reason)),
        Replayed::NotRun(witness, why) => (witness, not_run(&why)),
        Replayed::NoEffect(witness) => {
            let reason = no_effect(&witness);
            (witness, reason)
        }
        Replayed::SameNumbers(witness, after) => {
            same_numbers = Some(after);
            (witness, not_run("the operations differ, the numbers do not"))
        }
    };
    if violation.may {
        return Ok(Verdict::Unknown(upper_bound()));
    }
    // A race, or no order at all, is wrong whatever one run says.
    if !matches!(violation.kind, WitnessKind::Order(_)) {
        return Ok(Verdict::Refuted(witness));
    }
    if let Some(violation) = checker.findings_but_order(schedule)?.violation {
        return Ok(match replay_violation(module, func, checker, rewrite, &violation)? {
            Replayed::Shown(witness) => Verdict::Refuted(witness),
            Replayed::Failed(reason) => Verdict::Unknown(reason),
            _ if violation.may => Verdict::Unknown(upper_bound()),
            Replayed::NoEffect(witness) | Replayed::NotRun(witness, _) | Replayed::SameNumbers(witness, _) => {
                Verdict::Refuted(witness)
            }
        });
    }
    if let Some(after) = same_numbers {
        return by_numbers((module, &after, func), checker, rewrite, record);
    }
    let proved = || Ok(Verdict::Proved(checker.proof(Strength::Bitwise)));
    if same_graph_recorded(module, checker.scop(), &rewrite.scop, record) {
        return proved();
    }
    if dataflow::same_values(checker.scop(), schedule)? {
        record.add(|| {
            let why = "the schedule reverses dependences that have no effect on any value";
            ProofPart::trusted(format!("the new schedule of @{}", checker.scop().name), "dataflow", why)
        });
        return proved();
    }
    if same_graph(module, checker.scop(), &rewrite.scop, record)? {
        return proved();
    }
    Ok(Verdict::Unknown(reason))
}

/// The verdict where the operations differ and the numbers did not in a few runs: reductions are known by what they
/// compute, and otherwise more numbers decide.
fn by_numbers(
    (before, after, func): (&Module, &Module, OpId),
    checker: &Checker<'_>,
    rewrite: &Rewrite,
    record: &Record,
) -> Result<Verdict> {
    let scop = checker.scop();
    let is_tensor = |value| before.ty(value).is_tensor();
    let models = ((scop, &is_tensor as _), (&rewrite.scop, &is_tensor as _));
    if equivalence::same_sums(models.0, models.1, &Algebra::always(), record).unwrap_or(false) {
        return Ok(Verdict::Proved(checker.proof(Strength::Reassociated)));
    }
    record.clear();
    let side = |module| ProgramSide { module, func };
    match Runs::new(side(before), side(after)).sweep(Some(scop)) {
        Ok(Swept::Differ(witness)) => Ok(Verdict::Refuted(witness)),
        Ok(Swept::Agree(coverage)) => Ok(Verdict::Tested(Coverage {
            not_proved: "the order of operations differs, the numbers do not".to_owned(),
            ..coverage
        })),
        Ok(Swept::Nothing(why)) => Ok(Verdict::Unknown(not_run(&why))),
        Err(ExtractError::Poly(error)) => Err(error),
        Err(error) => Ok(Verdict::Unknown(not_run(&error.to_string()))),
    }
}

/// Whether the two models compute the same values, by induction on their operations.
fn same_graph(module: &Module, before: &Scop, after: &Scop, record: &Record) -> Result<bool> {
    let is_tensor = |value| module.ty(value).is_tensor();
    let comparison = equivalence::compare((before, &is_tensor), (after, &is_tensor), &Algebra::always(), record)?;
    Ok(matches!(comparison, ModelComparison::Same))
}

/// Where somebody asks for claims, values come before dataflow, which has none.
fn same_graph_recorded(module: &Module, before: &Scop, after: &Scop, record: &Record) -> bool {
    record.is_on() && same_graph(module, before, after, record).unwrap_or(false)
}

fn no_effect(witness: &Witness) -> Reason {
    let at = witness
        .params
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect::<Vec<_>>()
        .join(", ");
    let at = if at.is_empty() {
        String::new()
    } else {
        format!(" (tried up to {at})")
    };
    Reason {
        code: "order-without-effect",
        message: format!("a dependence is reversed, but no run shows a different value{at}"),
    }
}

fn not_run(why: &str) -> Reason {
    Reason {
        code: "order-not-run",
        message: format!("a dependence is reversed, and whether a value differs is not known: {why}"),
    }
}

enum Replayed {
    /// The runs differ.
    Shown(Box<Witness>),
    /// The orders differ, the values do not, in runs that happened.
    NoEffect(Box<Witness>),
    /// The orders and the operations differ, the numbers do not; with the new program.
    SameNumbers(Box<Witness>, Box<Module>),
    /// The orders differ; the programs were not run, for this reason.
    NotRun(Box<Witness>, String),
    /// Nothing could be run.
    Failed(Reason),
}

fn replay_violation(
    module: &Module,
    func: OpId,
    checker: &Checker<'_>,
    rewrite: &Rewrite,
    violation: &Violation,
) -> Result<Replayed> {
    let scop = checker.scop();
    let dependence = &checker.dependences().list[violation.dependence];
    let generated = polyvet_codegen::generate(&rewrite.scop, module, func);
    // Children of a set may run in any order: as written, or the other way round.
    let turned = match violation.kind {
        WitnessKind::Unordered(_) => {
            let schedule = sets_turned(rewrite.scop.schedule.clone())?;
            let scop = Scop {
                schedule,
                ..rewrite.scop.clone()
            };
            polyvet_codegen::generate(&scop, module, func).ok()
        }
        _ => None,
    };
    let mut last: Option<Witness> = None;
    let mut sum_min = 0;
    let mut trouble = None;
    let mut ran = false;
    let mut impossible = false;
    let (mut same_numbers, mut no_numbers) = (false, None);
    let larger = LARGER.iter().map(|larger| (None, *larger));
    for (near, larger) in larger.chain(NEAR.iter().map(|near| (Some(*near), 0))) {
        let wanted = near.map_or(WantedWitness::Sum(sum_min), WantedWitness::Near);
        let Some(mut witness) = witness::of(scop, dependence, violation, &rewrite.scop.schedule, wanted)? else {
            continue;
        };
        let values: Vec<i64> = witness.params.iter().map(|(_, value)| *value).collect();
        if !call::is_possible(scop, &values) {
            impossible = true;
            continue;
        }
        if !witness.replay.confirmed {
            return Ok(Replayed::Failed(Reason {
                code: "internal",
                message: "the witness does not replay on the two orders; this is a bug in polyvet".to_owned(),
            }));
        }
        if last.as_ref().is_some_and(|last| last.params == witness.params) {
            continue;
        }
        let sum: i64 = witness.params.iter().map(|(_, value)| value).sum();
        sum_min = sum + 1 + larger;
        let after = match &generated {
            Ok(after) => after,
            Err(error) => {
                let why = format!("the new program was not generated: {error}");
                witness.replay.note = Some(why.clone());
                return Ok(Replayed::NotRun(Box::new(witness), why));
            }
        };
        let params: Vec<i64> = witness.params.iter().map(|(_, value)| *value).collect();
        let sizes = call::sizes(scop, &params);
        let order = match violation.kind {
            WitnessKind::Race(_) => ParallelOrder::Backward,
            _ => ParallelOrder::Forward,
        };
        let outcome = match (replay::compare(module, after, &scop.name, &sizes, order), &turned) {
            (ReplayOutcome::Same, Some(turned)) => replay::compare(module, turned, &scop.name, &sizes, order),
            (outcome, _) => outcome,
        };
        match outcome {
            ReplayOutcome::Differs(difference) => {
                let found = (difference.array.clone(), difference.element.clone());
                // A race, or no order at all, is wrong whatever numbers say.
                let numbers = match violation.kind {
                    WitnessKind::Order(_) => numbers_at((module, after, func), scop, &params, &found),
                    _ => Numbers::Differ(None, None),
                };
                match numbers {
                    Numbers::Differ(element, note) => {
                        let seen = element.filter(|element| *element != found).map(|element| {
                            replay::compare_at(module, after, &scop.name, &sizes, order, Some(&element))
                        });
                        let difference = match seen {
                            Some(ReplayOutcome::Differs(other)) => other,
                            _ => difference,
                        };
                        witness.replay = Replay {
                            confirmed: true,
                            element: Some((difference.array, difference.element)),
                            before: Some(difference.before),
                            after: Some(difference.after),
                            note,
                        };
                        return Ok(Replayed::Shown(Box::new(witness)));
                    }
                    Numbers::Agree => same_numbers = true,
                    Numbers::NotRun(why) => no_numbers = Some(why),
                }
            }
            ReplayOutcome::Same => ran = true,
            ReplayOutcome::BeforeFails(trap) => trouble = Some(("the program", trap)),
            ReplayOutcome::AfterFails(trap) if !trap.code.is_inconclusive() => {
                witness.replay = Replay {
                    confirmed: true,
                    element: None,
                    before: Some("defined".to_owned()),
                    after: Some(trap.describe()),
                    note: None,
                };
                return Ok(Replayed::Shown(Box::new(witness)));
            }
            ReplayOutcome::AfterFails(trap) => trouble = Some(("the new program", trap)),
        }
        // The smallest is the one to show.
        last = last.or(Some(witness));
    }
    match (last, trouble, no_numbers) {
        (Some(mut witness), ..) if same_numbers => {
            witness.replay.note = Some("the operations differ, the numbers do not".to_owned());
            let after = generated.expect("it ran");
            Ok(Replayed::SameNumbers(Box::new(witness), Box::new(after)))
        }
        (Some(mut witness), _, Some(why)) => {
            let why = format!("the operations differ, but no numbers were compared: {why}");
            witness.replay.note = Some(why.clone());
            Ok(Replayed::NotRun(Box::new(witness), why))
        }
        (Some(mut witness), Some((which, trap)), None) if !ran => {
            let why = format!("{which} could not be run: {}", trap.describe());
            witness.replay.note = Some(why.clone());
            Ok(Replayed::NotRun(Box::new(witness), why))
        }
        (Some(mut witness), ..) => {
            witness.replay.note = Some("no value differs in this run".to_owned());
            Ok(Replayed::NoEffect(Box::new(witness)))
        }
        (None, ..) if impossible => Ok(Replayed::Failed(crate::legality::no_call())),
        (None, ..) => Ok(Replayed::Failed(Reason {
            code: "internal",
            message: "a violation without a witness; this is a bug in polyvet".to_owned(),
        })),
    }
}

/// What numbers say where terms differ in an element.
fn numbers_at(
    (before, after, func): (&Module, &Module, OpId),
    scop: &Scop,
    params: &[i64],
    found: &ReplayedElement,
) -> Numbers {
    let side = |module| ProgramSide { module, func };
    Runs::new(side(before), side(after)).numbers(&Point::of(scop, params), found)
}

/// The schedule in which the children of all sets run one after the other, the last first.
fn sets_turned(schedule: Schedule) -> Result<Schedule> {
    schedule.map_schedule_node_bottom_up(|node| {
        if node.kind()? != ScheduleNodeKind::Set {
            return Ok(node);
        }
        let filters = (0..node.n_children()?).rev();
        let filters = filters.map(|at| node.get_child(at)?.filter_get_filter());
        let filters = filters.collect::<Result<Vec<_>>>()?;
        // Within each child of the sequence one child of the set is left.
        let list = UnionSetList::from_sets(node.ctx(), filters)?;
        node.insert_sequence(list)
    })
}

fn same_instances(scop: &Scop, rewrite: &Rewrite) -> Result<bool> {
    if rewrite.scop.stmts.len() != scop.stmts.len() {
        return Ok(false);
    }
    for (old, new) in scop.stmts.iter().zip(&rewrite.scop.stmts) {
        if old.name != new.name || old.accesses.len() != new.accesses.len() || !old.domain.is_equal(&new.domain)? {
            return Ok(false);
        }
        for (x, y) in old.accesses.iter().zip(&new.accesses) {
            if x.kind != y.kind || !x.relation.plain_is_equal(&y.relation)? && !x.relation.is_equal(&y.relation)? {
                return Ok(false);
            }
        }
    }
    Ok(rewrite.instances.is_equal(&scop.identity_instances()?)? && runs_each_once(scop, &rewrite.scop.schedule)?)
}

/// No instance is lost, and none has two times.
fn runs_each_once(scop: &Scop, schedule: &Schedule) -> Result<bool> {
    let domain = scop.domain()?.intersect_params(scop.valid.clone())?;
    let times = schedule.map()?.intersect_domain(schedule.domain()?)?;
    let times = times.intersect_domain(domain.clone())?;
    Ok(domain.is_subset(&times.clone().domain()?)? && times.is_single_valued()?)
}
