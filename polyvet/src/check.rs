//! Is a rewrite of a program legal?

use crate::function::{Function, ModelRefusal};
use crate::given::Given;
use crate::own_room::with_own_room;
use crate::read::{InputKind, Program};
use crate::repair::{advise, with_accumulators};
use crate::reporter::{Outcomes, Reported, Reporter};
use crate::rewrite::Request;
use crate::source::Source;
use crate::trace::{RunTrace, TraceError};
use polyvet_analysis::dependence::{self, Dependence, Dependences};
use polyvet_analysis::{Rewrite, Scop};
use polyvet_ir::{Diagnostic, Module, OpId, Span};
use polyvet_poly::{PolyError, Schedule};
use polyvet_report::text::element_text;
use polyvet_report::{RepairResult, VerdictResult};
use polyvet_rewrites::ScriptStep;
use polyvet_verify::legality::{self, Checker};
use polyvet_verify::{Assumption, Proof, Reason, Strength, Verdict, WitnessKind, check_rewrite_recorded};
use std::collections::BTreeSet;
use std::num::NonZeroU64;

/// The verdict on a rewrite of one function.
pub fn decide(
    reporter: &mut dyn Reporter,
    program: &Program,
    function: &Function,
    scop: &Scop,
    rewrite: &Rewrite,
    args: &Given,
    request: &Request,
) -> Outcomes<VerdictResult> {
    let subject = &request.subject();
    let checker = match Checker::new(scop, args.budget) {
        Ok(checker) => checker,
        Err(error) => {
            return Ok(refused(program, &function.name, &ModelRefusal::poly(&error), subject));
        }
    };
    let record = args.record();
    let verdict = match (&program.kind, function.op) {
        (InputKind::Mlir(module), Some(op)) => check_rewrite_recorded(module, op, &checker, rewrite, &record),
        _ => checker.check(&rewrite.scop.schedule).inspect(|verdict| {
            record.order(scop, &rewrite.scop.schedule, verdict);
        }),
    };
    let verdict = verdict.map_err(|error| tell_poly(reporter, &error, &program.source))?;
    let mut result = result_of(program, &checker, subject, &verdict);
    result.keep_claims(record.into_certificate());
    if matches!(verdict, Verdict::Refuted(_)) {
        result.repair = advise(&checker, request.steps(), &request.source.text);
        if let (InputKind::Mlir(module), Some(op), Some(repair)) = (&program.kind, function.op, &mut result.repair) {
            repair_by_operations(
                repair,
                (module, op),
                &checker,
                (request.steps(), &request.source.text),
                args,
            );
        }
    }
    Ok(result)
}

/// The verdict on a rewrite of one function for the run that `trace` is of. Through arrays that it follows the dependences
/// are those of that run, through others those that the model knows.
///
/// It is about the order alone: a dependence of the run that is broken refutes nothing, as the numbers may be the same.
///
/// # Errors
/// What the trace says does not fit the program; isl.
pub fn decide_for_run(
    program: &Program,
    scop: &Scop,
    rewrite: &Rewrite,
    trace: &RunTrace,
    (args, request): (&Given, &Request),
) -> Result<VerdictResult, TraceError> {
    let schedule = &rewrite.scop.schedule;
    let budget = NonZeroU64::new(args.budget).unwrap_or(NonZeroU64::new(legality::DEFAULT_BUDGET).expect("not zero"));
    let line_of = |span: Span| program.source.line(span);
    let mut known = scop.ctx.within(budget, None, || dependence::memory_based(scop))?;
    known.list.retain(|one| !trace.follows(&scop.arrays[one.array].name));
    let InputKind::Mlir(module) = &program.kind else {
        return Err(TraceError::NoStatement("a model has no lines".to_owned()));
    };
    trace.fits(module, &line_of)?;
    let of_run = trace.dependences(scop, (module, &line_of))?;
    let checker = Checker::with(scop, known, budget)?;
    let verdict = match checker.check(schedule)? {
        Verdict::Proved(proof) => match scop.ctx.within(budget, None, || broken_in_run(scop, schedule, &of_run)) {
            Ok(RunOrder::Kept { reassociates }) => Verdict::Proved(for_this_run(proof, reassociates)),
            Ok(RunOrder::Broken(reason)) => Verdict::Unknown(reason),
            Err(error) if error.is_budget() => Verdict::Unknown(Reason {
                code: "budget",
                message: format!("{error}; try a larger `--budget`, or a run with a smaller input"),
            }),
            Err(error) => return Err(error.into()),
        },
        verdict => verdict,
    };
    let mut result = result_of(program, &checker, &request.subject(), &verdict);
    let kinds: BTreeSet<_> = of_run
        .iter()
        .map(|one| (one.array, one.kind, one.source, one.sink))
        .collect();
    result.dependences = Some(checker.dependences().list.len() + kinds.len());
    Ok(result)
}

fn for_this_run(mut proof: Proof, reassociates: bool) -> Proof {
    proof.assumes.insert(Assumption::OneRun);
    if reassociates {
        proof.strength = Strength::Reassociated;
    }
    proof
}

/// What an order makes of the dependences of a run.
enum RunOrder {
    Kept { reassociates: bool },
    Broken(Reason),
}

fn broken_in_run(scop: &Scop, schedule: &Schedule, of_run: &[Dependence]) -> polyvet_poly::Result<RunOrder> {
    let mut reassociates = false;
    // One by one: the questions about a union take the square of the number of its parts.
    for one in of_run {
        let list = vec![one.clone()];
        let found = Checker::with(scop, Dependences { list }, NonZeroU64::MAX)?.findings(schedule)?;
        reassociates |= found.reassociates;
        let Some(violation) = found.violation else { continue };
        let rank = scop.stmts[one.source.stmt].dims.len();
        let Some(point) = violation.pairs.wrap()?.sample_data()? else {
            continue;
        };
        let (from, to) = point.coords.split_at(rank);
        let [source, sink] =
            [(one.source, from), (one.sink, to)].map(|(end, at)| element_text(&scop.stmts[end.stmt].name, at));
        let array = &scop.arrays[one.array].name;
        let message = match violation.kind {
            WitnessKind::Race(_) => {
                format!(
                    "in the run that was traced {source} and {sink} touch one element of {array}; they would run at the same time"
                )
            }
            _ => {
                format!("in the run that was traced {sink} touches an element of {array} after {source}; it would not")
            }
        };
        return Ok(RunOrder::Broken(Reason {
            code: "broken-in-run",
            message,
        }));
    }
    Ok(RunOrder::Kept { reassociates })
}

/// Repairs that rewrite the program itself. One that keeps the step that was requested is better than one that has
/// another in its place.
fn repair_by_operations(
    repair: &mut RepairResult,
    (module, op): (&Module, OpId),
    checker: &Checker<'_>,
    (steps, text): (&[ScriptStep], &str),
    args: &Given,
) {
    if repair
        .script
        .as_ref()
        .is_some_and(|script| script.contains(&repair.call))
    {
        return;
    }
    let model = (checker.scop(), checker.dependences());
    let mut found = with_own_room((module, op), model, (steps, text, repair), args);
    if found.is_none() && repair.script.is_none() {
        found = with_accumulators((module, op), checker.scop(), steps, text, args);
    }
    if let Some((script, strength)) = found {
        repair.script = Some(script);
        repair.strength = Some(strength.name());
    }
}

/// The verdict on a schedule of one function, with lines, for reports.
pub fn result_of(program: &Program, checker: &Checker<'_>, subject: &str, verdict: &Verdict) -> VerdictResult {
    let source = &program.source;
    let line_of = |span: Span| match program.kind {
        InputKind::Mlir(_) => source.line(span),
        InputKind::Model(_) => None,
    };
    let scop = checker.scop();
    let mut result = VerdictResult::new(&source.name, &scop.name, subject, verdict, &line_of);
    result.statements = scop.stmts.len();
    result.dependences = Some(checker.dependences().list.len());
    result
}

/// Reports a failure of isl.
pub fn tell_poly(reporter: &mut dyn Reporter, error: &PolyError, source: &Source) -> Reported {
    reporter.tell(
        &Diagnostic::error("polyhedral-library", error.to_string(), Span::NONE),
        Some(source),
    );
    Reported
}

/// The verdict on a function without a model.
pub fn refused(program: &Program, func: &str, refusal: &ModelRefusal, subject: &str) -> VerdictResult {
    let diagnostic = &refusal.diagnostic;
    let verdict = Verdict::Unknown(Reason {
        code: refusal.code,
        message: diagnostic.message.clone(),
    });
    let mut result = VerdictResult::new(&program.source.name, func, subject, &verdict, &|_| None);
    if let Some(reason) = &mut result.reason {
        reason.span = diagnostic.primary;
        reason.line = program.source.line(diagnostic.primary);
        reason.help.clone_from(&diagnostic.help);
    }
    result
}
