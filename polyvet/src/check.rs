//! Is a rewrite of a program legal?

use crate::function::{Function, ModelRefusal};
use crate::given::Given;
use crate::own_room::with_own_room;
use crate::read::{InputKind, Program};
use crate::repair::{advise, with_accumulators};
use crate::reporter::{Outcomes, Reported, Reporter};
use crate::rewrite::Request;
use crate::source::Source;
use polyvet_analysis::{Rewrite, Scop};
use polyvet_ir::{Diagnostic, Module, OpId, Span};
use polyvet_poly::PolyError;
use polyvet_report::{RepairResult, VerdictResult};
use polyvet_rewrites::ScriptStep;
use polyvet_verify::legality::Checker;
use polyvet_verify::{Reason, Verdict, check_rewrite_recorded};

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
