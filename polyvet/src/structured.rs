//! Scripts that rewrite the operations of a program: the program before is compared with the one after.

use crate::assume::{Comments, sift_all};
use crate::function::{extract_within, select};
use crate::given::Given;
use crate::read::{InputKind, Program};
use crate::reporter::{Outcomes, Reported, Reporter};
use crate::rewrite::{Request, tell_misfits};
use polyvet_analysis::Scop;
use polyvet_analysis::extract::{ExtractError, ExtractOptions};
use polyvet_ir::{Module, OpId, Span};
use polyvet_poly::{Ctx, UnionMap};
use polyvet_report::{BlameResult, FilePlace, VerdictResult};
use polyvet_rewrites::operations::instances::origins;
use polyvet_rewrites::{Applied, MadeProgram, Models, OtherOrder, Script, parse_script, run};
use polyvet_verify::certificate::Record;
use polyvet_verify::legality::Checker;
use polyvet_verify::validate::{ProgramSide, ValidateSettings, validate_recorded};
use polyvet_verify::{Strength, Verdict, check_rewrite_recorded};
use std::collections::HashSet;
use std::num::NonZeroU64;

/// A program whose operations are rewritten.
pub struct Rewritten {
    /// The whole of it.
    pub module: Module,
    /// The functions that were rewritten.
    pub functions: Vec<RewrittenFunction>,
}

/// A function that was rewritten.
pub struct RewrittenFunction {
    /// Without `@`.
    pub name: String,
    /// The same in the program before and after.
    pub op: OpId,
    /// The program before, and what the script made of it step by step.
    before: Module,
    applied: Applied,
}

/// Applies a script to all functions in which it has a place.
pub fn apply(
    reporter: &mut dyn Reporter,
    program: &Program,
    args: &Given,
    request: &Request,
    script: &Script,
) -> Outcomes<Rewritten> {
    let InputKind::Mlir(module) = &program.kind else {
        let message = format!("`{}` is a model without operations", program.source.name);
        let help = "the script rewrites operations; a model has statements only";
        return Err(reporter.error_help("not-a-program", message, help));
    };
    let selected = select(reporter, module, &program.source.name, args.func.as_deref())?;
    let several = selected.len() > 1;
    let mut rewritten = Rewritten {
        module: module.clone(),
        functions: Vec::new(),
    };
    let mut misfits = Vec::new();
    for op in selected {
        let name = module.symbol_path(op).unwrap_or_default();
        match run(&rewritten.module, op, &script.steps, &models(args)) {
            Err(error) => misfits.push((name, error)),
            Ok(applied) => {
                for note in &applied.notes {
                    reporter.tell(note, Some(&request.source));
                }
                let before = std::mem::replace(&mut rewritten.module, applied.module.clone());
                rewritten.functions.push(RewrittenFunction {
                    name,
                    op,
                    before,
                    applied,
                });
            }
        }
    }
    tell_misfits(reporter, request, misfits, several, !rewritten.functions.is_empty())?;
    Ok(rewritten)
}

/// How models are extracted between steps.
fn models(args: &Given) -> Models {
    Models {
        options: args.options(),
        budget: NonZeroU64::new(args.budget).unwrap_or(NonZeroU64::MIN),
    }
}

/// `{ new instance -> old instance }` of one of the functions, the model after all steps, and the statements of the
/// program before that were lost on the way.
pub fn instances(
    program: &Program,
    function: &RewrittenFunction,
    script: &Script,
) -> Result<(UnionMap, Scop, Vec<String>), String> {
    let InputKind::Mlir(module) = &program.kind else {
        return Err("a model has no operations".to_owned());
    };
    let last = function.applied.stretches.last().and_then(|last| match &last.made {
        MadeProgram::Order(order) => Some((last.done, order)),
        MadeProgram::Operations => None,
    });
    let ctx = last.map_or_else(Ctx::new, |(_, order)| order.scop.ctx.clone());
    let steps = &script.steps[..last.map_or(script.steps.len(), |(done, _)| done)];
    let origins = origins(module, function.op, steps, &ctx).map_err(|why| why.to_string())?;
    match last {
        None => Ok((origins.instances, origins.after, origins.lost)),
        Some((_, order)) => {
            let later = order.rewrite.instances.clone();
            let all = later.apply_range(origins.instances).map_err(|why| why.to_string())?;
            Ok((all, order.rewrite.scop.clone(), origins.lost))
        }
    }
}

/// The verdict on one of the functions.
pub fn decide(
    reporter: &mut dyn Reporter,
    program: &Program,
    args: &Given,
    request: &Request,
    (script, function): (&Script, &RewrittenFunction),
) -> Outcomes<VerdictResult> {
    let InputKind::Mlir(module) = &program.kind else {
        return Err(Reported);
    };
    let comments = Comments::read(reporter, program)?;
    let plain = args.options();
    let mut options = plain.clone();
    options.assume.extend(comments.of(&function.name));
    let record = args.record();
    let mut verdict = compare(function, &options, args.budget, &record);
    if matches!(verdict, Err(ExtractError::Option(_))) && !comments.is_empty() {
        let assumed = sift_all(reporter, &[&comments], module, function.op, &plain, args.budget)?;
        options.assume = [&args.assume[..], &assumed].concat();
        verdict = compare(function, &options, args.budget, &record);
    }
    let verdict = verdict.map_err(|error| reporter.error("bad-option", error.to_string()))?;
    let source = &program.source;
    let (line_of, file_of) = (
        |span: Span| source.line(span),
        |span: Span| source.file(span).to_owned(),
    );
    let place = || FilePlace {
        file: &source.name,
        line_of: &line_of,
        file_of: &file_of,
    };
    let mut result = VerdictResult::of_pair(place(), place(), &function.name, &request.subject(), &verdict);
    result.keep_claims(record.into_certificate());
    if matches!(verdict, Verdict::Refuted(_)) && script.steps.len() > 1 {
        let step = wrong_step(function, script, &options, args);
        result.blame = Some(BlameResult {
            step: step + 1,
            call: request.call(&script.steps[step]),
        });
    }
    Ok(result)
}

/// The first step after which the program is refuted, of a script that is refuted.
fn wrong_step(function: &RewrittenFunction, script: &Script, options: &ExtractOptions, args: &Given) -> usize {
    let last = script.steps.len() - 1;
    let is_refuted = |step: &usize| {
        let steps = &script.steps[..=*step];
        let applied = run(&function.before, function.op, steps, &models(args)).ok();
        let part = applied.map(|applied| RewrittenFunction {
            name: function.name.clone(),
            before: function.before.clone(),
            op: function.op,
            applied,
        });
        part.is_some_and(|part| {
            matches!(
                compare(&part, options, args.budget, &Record::off()),
                Ok(Verdict::Refuted(_))
            )
        })
    };
    (0..last).find(is_refuted).unwrap_or(last)
}

/// How strongly a script for one function is proved; [`None`] if it has no place there, or is not proved.
pub fn proved(module: &Module, func: OpId, script: &str, args: &Given) -> Option<Strength> {
    let script = parse_script(script).ok()?;
    let function = RewrittenFunction {
        name: module.symbol_path(func)?,
        op: func,
        before: module.clone(),
        applied: run(module, func, &script.steps, &models(args)).ok()?,
    };
    match compare(&function, &args.options(), args.budget, &Record::off()) {
        Ok(Verdict::Proved(proof)) => Some(proof.strength),
        _ => None,
    }
}

/// The loops of the structured operation with `rank` loops that is not there before a script of steps on operations.
/// What only copies values, such as a slice, has loops in the model too, and is not meant.
pub fn new_loops((module, func): (&Module, OpId), script: &str, rank: usize, args: &Given) -> Option<Vec<String>> {
    let script = parse_script(script).ok()?;
    let after = run(module, func, &script.steps, &models(args)).ok()?.module;
    let scop = extract_within(&after, func, &args.options(), args.budget).ok()?.ok()?;
    let mut old = HashSet::new();
    module.walk(func, &mut |op, _| _ = old.insert(op));
    let stmt = scop.stmts.iter().find(|stmt| {
        let is_new = |op| !old.contains(&op) && after.op(op).dialect() == "linalg";
        stmt.loops.len() == rank && stmt.op.is_some_and(is_new)
    })?;
    Some(stmt.loops.iter().map(|at| scop.loops[*at].name.clone()).collect())
}

/// Compares the program before with the one after.
///
/// Each stretch of steps is judged by the method that fits: another order of instances by dependences, other operations
/// by values. If all are proved, so is the whole, as weakly as the weakest. Else the program before is compared with the
/// one after all steps: a later step may undo what an earlier one broke.
fn compare(
    function: &RewrittenFunction,
    options: &ExtractOptions,
    budget: u64,
    record: &Record,
) -> Result<Verdict, ExtractError> {
    record.clear();
    let settings = ValidateSettings {
        budget,
        ..ValidateSettings::default()
    };
    let validate = |before, after| validate_recorded(before, after, options, &settings, record);
    let (func, applied) = (function.op, &function.applied);
    let side = |module| ProgramSide { module, func };
    let mut weakest: Option<Verdict> = None;
    let several = applied.stretches.len() > 1;
    for (at, stretch) in applied.stretches.iter().enumerate() {
        let verdict = match &stretch.made {
            MadeProgram::Operations if !several => break,
            MadeProgram::Operations => Some(validate(side(&stretch.before), side(applied.after(at)))?),
            MadeProgram::Order(order) => order_verdict(&stretch.before, func, order, budget, record),
        };
        weakest = match verdict {
            Some(verdict) => weaker(weakest, verdict),
            None => None,
        };
        if weakest.is_none() {
            break;
        }
    }
    match weakest {
        Some(Verdict::Proved(proof)) => Ok(Verdict::Proved(proof)),
        tested => {
            record.clear();
            let whole = validate(side(&function.before), side(&applied.module))?;
            Ok(match (whole, tested) {
                (Verdict::Unknown(_), Some(tested)) => tested,
                (whole, _) => whole,
            })
        }
    }
}

/// The verdict on another order; [`None`] if there is none, for lack of budget.
fn order_verdict(module: &Module, func: OpId, order: &OtherOrder, budget: u64, record: &Record) -> Option<Verdict> {
    let checker = Checker::new(&order.scop, budget).ok()?;
    check_rewrite_recorded(module, func, &checker, &order.rewrite, record).ok()
}

/// The weaker of two verdicts on steps that follow each other; [`None`] if that is neither proved nor tested.
fn weaker(so_far: Option<Verdict>, next: Verdict) -> Option<Verdict> {
    match so_far {
        Some(so_far) => so_far.followed_by(next),
        None => matches!(next, Verdict::Proved(_) | Verdict::Tested(_)).then_some(next),
    }
}

/// Why a script that rewrites operations is not one for this command.
pub fn not_here(reporter: &mut dyn Reporter, command: &str) -> Reported {
    let message = format!("`{command}` shows steps on loops only, and this script rewrites operations");
    reporter.error_help("usage", message, "`polyvet transform` writes the program that it makes")
}
