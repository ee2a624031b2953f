//! Scripts that rewrite the operations of a program: the program before is compared with the one after.

use crate::args::ModelArgs;
use crate::assume::{Comments, sift_all};
use crate::function::{extract_within, select};
use crate::input::{Kind, Program};
use crate::rewrite::{Request, tell_misfits};
use crate::session::{Outcomes, Session, Told};
use polyvet_analysis::extract::{ExtractError, Options};
use polyvet_analysis::{Rewrite, Scop};
use polyvet_ir::{Diagnostic, Module, OpId, Span};
use polyvet_poly::{Ctx, UnionMap};
use polyvet_report::{Place, VerdictResult};
use polyvet_structured::instances::origins;
use polyvet_structured::{Script, apply_steps, parse_script};
use polyvet_transforms::{Step, apply_all};
use polyvet_verify::legality::Checker;
use polyvet_verify::validate::{Side, validate};
use polyvet_verify::{Strength, Verdict, check_rewrite};
use std::collections::HashSet;

/// A program whose operations are rewritten.
pub struct Rewritten {
    /// The whole of it.
    pub module: Module,
    /// The functions that were rewritten.
    pub functions: Vec<Function>,
}

/// A function that was rewritten.
pub struct Function {
    /// Without `@`.
    pub name: String,
    /// The same in the program before and after.
    pub op: OpId,
    /// The program after the steps on operations, and the verdict on those on loops, if there are any.
    between: Option<Between>,
}

/// A program between the steps on operations and those on loops.
struct Between {
    module: Module,
    /// Its model.
    scop: Scop,
    /// What the steps on loops make of it.
    rewrite: Rewrite,
}

/// Applies a script to all functions in which it has a place.
pub fn apply(
    session: &mut Session<'_>,
    program: &Program,
    args: &ModelArgs,
    request: &Request,
    script: &Script,
) -> Outcomes<Rewritten> {
    let Kind::Mlir(module) = &program.kind else {
        let message = format!("`{}` is a model without operations", program.source.name);
        let help = "the script rewrites operations; a model has statements only";
        return Err(session.error_help("not-a-program", message, help));
    };
    let selected = select(session, module, &program.source.name, args.func.as_deref())?;
    let several = selected.len() > 1;
    let mut rewritten = Rewritten {
        module: module.clone(),
        functions: Vec::new(),
    };
    let mut misfits = Vec::new();
    for op in selected {
        let name = module.symbol_name(op).unwrap_or("").to_owned();
        match both(&rewritten.module, op, script, args) {
            Err(error) => misfits.push((name, error)),
            Ok(Both { between, after, notes }) => {
                for note in notes {
                    session.tell(&note, Some(&request.source));
                }
                rewritten.module = after;
                rewritten.functions.push(Function { name, op, between });
            }
        }
    }
    tell_misfits(session, request, misfits, several, !rewritten.functions.is_empty())?;
    Ok(rewritten)
}

/// What both halves of a script make.
struct Both {
    /// The program after the steps on operations, if others follow.
    between: Option<Between>,
    /// The program after all.
    after: Module,
    /// What is to be said of the steps.
    notes: Vec<Diagnostic>,
}

fn both(module: &Module, op: OpId, script: &Script, args: &ModelArgs) -> Result<Both, Diagnostic> {
    let applied = apply_steps(module, op, &script.structured)?;
    let (notes, module) = (applied.notes, applied.module);
    let steps: Vec<&Step> = applied.later.iter().chain(&script.schedule).collect();
    let Some(first) = steps.first() else {
        return Ok(Both {
            between: None,
            after: module,
            notes,
        });
    };
    let options = Options {
        index_arguments: true,
        ..args.options()
    };
    let no_place = |message: String| Diagnostic::error("no-place", message, first.span);
    let no_model = |why: String| no_place(format!("what the steps before it make has no model: {why}"));
    let scop = extract_within(&module, op, &options, args.budget).map_err(|error| no_model(error.to_string()))?;
    let scop = scop.map_err(|error| no_model(error.to_string()))?;
    let rewrite = apply_all(&scop, steps.iter().map(|step| &*step.transform))
        .map_err(|(step, why)| why.diagnostic(steps.get(step).map_or(Span::NONE, |step| step.span)))?;
    let after = polyvet_codegen::generate(&rewrite.scop, &module, op)
        .map_err(|error| no_place(format!("no code is generated: {error}")))?;
    let between = Some(Between { module, rewrite, scop });
    Ok(Both { between, after, notes })
}

/// `{ new instance -> old instance }` of one of the functions, the model after all steps, and the statements of the
/// program before that were lost on the way.
pub fn instances(
    program: &Program,
    function: &Function,
    script: &Script,
) -> Result<(UnionMap, Scop, Vec<String>), String> {
    let Kind::Mlir(module) = &program.kind else {
        return Err("a model has no operations".to_owned());
    };
    let ctx = function
        .between
        .as_ref()
        .map_or_else(Ctx::new, |between| between.scop.ctx.clone());
    let origins = origins(module, function.op, &script.structured, &ctx).map_err(|why| why.to_string())?;
    match &function.between {
        None => Ok((origins.instances, origins.after, origins.lost)),
        Some(between) => {
            let later = between.rewrite.instances.clone();
            let all = later.apply_range(origins.instances).map_err(|why| why.to_string())?;
            Ok((all, between.rewrite.scop.clone(), origins.lost))
        }
    }
}

/// The verdict on one of the functions.
pub fn decide(
    session: &mut Session<'_>,
    program: &Program,
    args: &ModelArgs,
    request: &Request,
    (rewritten, function): (&Rewritten, &Function),
) -> Outcomes<VerdictResult> {
    let Kind::Mlir(module) = &program.kind else {
        return Err(Told);
    };
    let comments = Comments::read(session, program)?;
    let plain = args.options();
    let mut options = plain.clone();
    options.assume.extend(comments.of(&function.name));
    let mut verdict = compare(module, rewritten, function, &options, args.budget);
    if matches!(verdict, Err(ExtractError::Option(_))) && !comments.is_empty() {
        let assumed = sift_all(session, &[&comments], module, function.op, &plain, args.budget)?;
        options.assume = [&args.assume[..], &assumed].concat();
        verdict = compare(module, rewritten, function, &options, args.budget);
    }
    let verdict = verdict.map_err(|error| session.error("bad-option", error.to_string()))?;
    let source = &program.source;
    let (line_of, file_of) = (
        |span: Span| source.line(span),
        |span: Span| source.file(span).to_owned(),
    );
    let place = || Place {
        file: &source.name,
        line_of: &line_of,
        file_of: &file_of,
    };
    Ok(VerdictResult::of_pair(
        place(),
        place(),
        &function.name,
        &request.subject(),
        &verdict,
    ))
}

/// How strongly a script for one function is proved; [`None`] if it has no place there, or is not proved.
pub fn proved(module: &Module, func: OpId, script: &str, args: &ModelArgs) -> Option<Strength> {
    let script = parse_script(script).ok()?;
    let Both { between, after, .. } = both(module, func, &script, args).ok()?;
    let function = Function {
        name: module.symbol_name(func)?.to_owned(),
        op: func,
        between,
    };
    let rewritten = Rewritten {
        module: after,
        functions: Vec::new(),
    };
    match compare(module, &rewritten, &function, &args.options(), args.budget) {
        Ok(Verdict::Proved(strength)) => Some(strength),
        _ => None,
    }
}

/// The loops of the structured operation with `rank` loops that is not there before a script of steps on operations.
/// What only copies values, such as a slice, has loops in the model too, and is not meant.
pub fn new_loops((module, func): (&Module, OpId), script: &str, rank: usize, args: &ModelArgs) -> Option<Vec<String>> {
    let script = parse_script(script).ok()?;
    let after = apply_steps(module, func, &script.structured).ok()?.module;
    let scop = extract_within(&after, func, &args.options(), args.budget).ok()?.ok()?;
    let mut old = HashSet::new();
    module.walk(func, &mut |op, _| _ = old.insert(op));
    let stmt = scop.stmts.iter().find(|stmt| {
        let is_new = |op| !old.contains(&op) && after.op(op).dialect() == "linalg";
        stmt.loops.len() == rank && stmt.op.is_some_and(is_new)
    })?;
    Some(stmt.loops.iter().map(|at| scop.loops[*at].name.clone()).collect())
}

/// Compares the program before with the one after. Steps on loops are proved by dependences, as without steps before
/// them; both halves have to be.
fn compare(
    before: &Module,
    rewritten: &Rewritten,
    function: &Function,
    options: &Options,
    budget: u64,
) -> Result<Verdict, ExtractError> {
    let func = function.op;
    let side = |module| Side { module, func };
    let after = &rewritten.module;
    if let Some(between) = &function.between
        && let Verdict::Proved(first) = validate(side(before), side(&between.module), options, budget)?
        && let Ok(checker) = Checker::new(&between.scop, budget)
        && let Ok(Verdict::Proved(second)) = check_rewrite(&between.module, func, &checker, &between.rewrite)
    {
        return Ok(Verdict::Proved(first.min(second)));
    }
    validate(side(before), side(after), options, budget)
}

/// Why a script that rewrites operations is not one for this command.
pub fn not_here(session: &mut Session<'_>, command: &str) -> Told {
    let message = format!("`{command}` shows steps on loops only, and this script rewrites operations");
    session.error_help("usage", message, "`polyvet transform` writes the program that it makes")
}
