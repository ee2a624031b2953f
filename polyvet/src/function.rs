//! The functions of a program and their models.

use crate::assume::{Comments, sift_all};
use crate::given::Given;
use crate::read::{InputKind, Program, tell_model};
use crate::reporter::{Outcomes, Reported, Reporter};
use polyvet_analysis::Scop;
use polyvet_analysis::extract::{ExtractError, ExtractOptions, Unsupported, extract};
use polyvet_ir::{Diagnostic, Module, OpId, Severity, Span};
use polyvet_poly::{Ctx, PolyError};
use std::num::NonZeroU64;

/// A function with its model.
pub struct Function {
    /// Name, without `@`.
    pub name: String,
    /// The operation; none for a model that came without a program.
    pub op: Option<OpId>,
    /// The model, or why there is none.
    pub model: Result<Scop, ModelRefusal>,
}

/// Why a function has no model: not an error of the input.
#[derive(Clone, Debug)]
pub struct ModelRefusal {
    /// Stable.
    pub code: &'static str,
    /// In words, with its place.
    pub diagnostic: Diagnostic,
}

impl ModelRefusal {
    fn unsupported(unsupported: &Unsupported) -> ModelRefusal {
        ModelRefusal {
            code: unsupported.code,
            diagnostic: as_warning(unsupported),
        }
    }

    /// A question that isl gave up.
    pub fn poly(error: &PolyError) -> ModelRefusal {
        let (code, message) = if error.is_budget() {
            (
                "budget",
                format!("{error}; raise `--budget`, or fix parameters with `--param`"),
            )
        } else {
            ("polyhedral-library", error.to_string())
        };
        ModelRefusal {
            code,
            diagnostic: Diagnostic::warning(code, message, Span::NONE),
        }
    }
}

/// What has no model is no error of the input.
pub fn as_warning(unsupported: &Unsupported) -> Diagnostic {
    let mut diagnostic = unsupported.diagnostic();
    diagnostic.severity = Severity::Warning;
    diagnostic
}

/// What models are requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Models {
    /// Exact ones.
    Exact,
    /// What views show ([`Scop::views`]), whatever they may be used for.
    Views,
    /// Exact ones for scripts: what they may name as a size is a parameter.
    Scripts,
    /// What has no exact model is there as accesses that may happen, each with a warning ([`Scop::inexact`]).
    Bounds,
    /// The same for scripts.
    BoundsForScripts,
}

impl Models {
    fn options(self) -> ExtractOptions {
        ExtractOptions {
            may: matches!(self, Models::Views | Models::Bounds | Models::BoundsForScripts),
            views: self == Models::Views,
            guards: self == Models::Scripts,
            index_arguments: matches!(self, Models::Scripts | Models::BoundsForScripts),
            ..ExtractOptions::default()
        }
    }
}

/// The functions of `program` that `args` select, with their models.
pub fn functions(
    reporter: &mut dyn Reporter,
    program: &Program,
    args: &Given,
    wanted: Models,
) -> Outcomes<Vec<Function>> {
    let functions = models(reporter, program, args, &wanted.options())?;
    if matches!(wanted, Models::Bounds | Models::BoundsForScripts) {
        for scop in functions.iter().filter_map(|function| function.model.as_ref().ok()) {
            for reason in &scop.inexact {
                reporter.tell(
                    &as_warning(reason).help("shown as what may happen: an upper bound of what does"),
                    Some(&program.source),
                );
            }
        }
    }
    Ok(functions)
}

fn models(
    reporter: &mut dyn Reporter,
    program: &Program,
    args: &Given,
    wanted: &ExtractOptions,
) -> Outcomes<Vec<Function>> {
    match &program.kind {
        InputKind::Model(_) => of_model(reporter, program, args).map(|function| vec![function]),
        InputKind::Mlir(module) => {
            let mut found = Vec::new();
            let comments = Comments::read(reporter, program)?;
            for op in select(reporter, module, &program.source.name, args.func.as_deref())? {
                found.push(of_func(reporter, module, op, args, &comments, wanted)?);
            }
            comments.tell_misfits(reporter)?;
            Ok(found)
        }
    }
}

fn of_model(reporter: &mut dyn Reporter, program: &Program, args: &Given) -> Outcomes<Function> {
    let InputKind::Model(model) = &program.kind else {
        return Err(Reported);
    };
    if args.func.as_ref().is_some_and(|name| *name != model.name) {
        let known = [model.name.clone()];
        return Err(no_function(
            reporter,
            args.func.as_deref().unwrap_or(""),
            &program.source.name,
            &known,
        ));
    }
    let mut scop = model
        .to_scop(&Ctx::new())
        .map_err(|error| tell_model(reporter, &error, &program.source))?;
    scop.assume(&args.assume, &args.param)
        .map_err(|error| tell_option(reporter, &error))?;
    scop.valid = scop.context.clone();
    vet_context(reporter, &scop)?;
    Ok(Function {
        name: model.name.clone(),
        op: None,
        model: Ok(scop),
    })
}

/// The model of a function, within the budget, which is the outer error.
pub fn extract_within(
    module: &Module,
    op: OpId,
    options: &ExtractOptions,
    budget: u64,
) -> Result<Result<Scop, ExtractError>, PolyError> {
    let ctx = Ctx::new();
    let budget = NonZeroU64::new(budget).unwrap_or(NonZeroU64::MIN);
    // The budget is isl's; what else goes wrong comes out as it is.
    ctx.within(budget, None, || match extract(module, op, &ctx, options) {
        Err(ExtractError::Poly(error)) => Err(error),
        other => Ok(other),
    })
}

fn of_func(
    reporter: &mut dyn Reporter,
    module: &Module,
    op: OpId,
    args: &Given,
    comments: &Comments<'_>,
    wanted: &ExtractOptions,
) -> Outcomes<Function> {
    let name = module.symbol_path(op).unwrap_or_default();
    let plain = args.options();
    let plain = ExtractOptions {
        assume: plain.assume,
        fixed: plain.fixed,
        ..wanted.clone()
    };
    let mut options = plain.clone();
    options.assume.extend(comments.of(&name));
    let mut extracted = extract_within(module, op, &options, args.budget);
    if let Ok(Err(ExtractError::Option(_))) = extracted {
        options.assume.clone_from(&args.assume);
        options
            .assume
            .extend(sift_all(reporter, &[comments], module, op, &plain, args.budget)?);
        extracted = extract_within(module, op, &options, args.budget);
    } else {
        comments.fit(&name);
    }
    let model = match extracted {
        Err(error) => Err(ModelRefusal::poly(&error)),
        Ok(Ok(scop)) => Ok(scop),
        Ok(Err(ExtractError::Unsupported(unsupported))) => Err(ModelRefusal::unsupported(&unsupported)),
        Ok(Err(error)) => return Err(tell_option(reporter, &error)),
    };
    if let Ok(scop) = &model {
        vet_context(reporter, scop)?;
    }
    Ok(Function {
        name,
        op: Some(op),
        model,
    })
}

/// An answer about no parameters at all is worth nothing: assumptions that contradict each other are an
/// error, and a program that leaves an array whatever the parameters are is worth a warning.
fn vet_context(reporter: &mut dyn Reporter, scop: &Scop) -> Outcomes<()> {
    if scop.context.is_empty().unwrap_or(false) {
        let message = format!("no parameters of `@{}` fulfil all that is assumed of them", scop.name);
        return Err(reporter.error_help(
            "contradiction",
            message,
            "look at `--assume`, `--param` and `// polyvet: assume`",
        ));
    }
    if scop.valid.is_empty().unwrap_or(false) {
        let message = format!(
            "`@{}` leaves an array for all parameters, so it is never defined",
            scop.name
        );
        let warning = Diagnostic::warning("never-in-bounds", message, Span::NONE);
        reporter.tell(
            &warning.help("`polyvet relations` shows which access is out of bounds"),
            None,
        );
    }
    Ok(())
}

fn tell_option(reporter: &mut dyn Reporter, error: &ExtractError) -> Reported {
    reporter.error("bad-option", error.to_string())
}

/// The functions with a body, or the one called `name`.
pub fn select(reporter: &mut dyn Reporter, module: &Module, file: &str, name: Option<&str>) -> Outcomes<Vec<OpId>> {
    let all = module.funcs();
    let has_body = |op: &OpId| {
        module
            .op(*op)
            .regions
            .iter()
            .any(|region| !module.region(*region).blocks.is_empty())
    };
    let named = |op: &OpId| module.symbol_path(*op).unwrap_or_default();
    let Some(name) = name else {
        let found: Vec<OpId> = all.iter().copied().filter(has_body).collect();
        if found.is_empty() {
            let message = match all.len() {
                0 => format!("`{file}` has no functions"),
                _ => format!("`{file}` has no function with a body"),
            };
            return Err(reporter.error("no-functions", message));
        }
        return Ok(found);
    };
    let name = name.trim_start_matches('@');
    let listed = |funcs: &[OpId]| funcs.iter().map(named).collect::<Vec<_>>();
    match &module.funcs_called(name)[..] {
        [op] if has_body(op) => Ok(vec![*op]),
        [_] => Err(reporter.error("no-body", format!("`@{name}` in `{file}` has no body"))),
        [] => Err(no_function(reporter, name, file, &listed(&all))),
        several => {
            let message = format!("`{file}` has several functions `@{name}`");
            let known: Vec<String> = listed(several).iter().map(|path| format!("`{path}`")).collect();
            let help = format!("say `--func`: one of {}", known.join(", "));
            Err(reporter.error_help("which-function", message, help))
        }
    }
}

fn no_function(reporter: &mut dyn Reporter, name: &str, file: &str, known: &[String]) -> Reported {
    let message = format!("`{file}` has no function `@{name}`");
    let known: Vec<String> = known.iter().map(|known| format!("@{known}")).collect();
    reporter.error_help(
        "no-function",
        message,
        suggestion(&format!("@{name}"), "functions", &known),
    )
}

/// ``did you mean `i`? loops: `i`, `j` ``
pub fn suggestion(name: &str, what: &str, known: &[String]) -> String {
    if known.is_empty() {
        return format!("there are no {what}");
    }
    let all = format!(
        "{what}: {}",
        known
            .iter()
            .map(|one| format!("`{one}`"))
            .collect::<Vec<_>>()
            .join(", ")
    );
    let likeness = |one: &String| strsim::jaro_winkler(&name.to_lowercase(), &one.to_lowercase());
    let nearest = known
        .iter()
        .map(|one| (likeness(one), one))
        .max_by(|x, y| x.0.total_cmp(&y.0));
    match nearest {
        Some((alike, one)) if alike > 0.7 => format!("did you mean `{one}`? {all}"),
        _ => all,
    }
}

/// Asks `question` about a function's model, within the budget. Where there is no model or no answer
/// that is reported, and the exit status says unknown.
pub fn with_model<'f, T>(
    reporter: &mut dyn Reporter,
    program: &Program,
    function: &'f Function,
    budget: u64,
    question: impl FnOnce(&Scop) -> polyvet_poly::Result<T>,
) -> Option<(&'f Scop, T)> {
    let budget = NonZeroU64::new(budget).unwrap_or(NonZeroU64::MIN);
    let answer = match &function.model {
        Ok(scop) => scop
            .ctx
            .within(budget, None, || question(scop))
            .map(|answer| (scop, answer)),
        Err(refusal) => {
            reporter.tell_unknown(&refusal.diagnostic, Some(&program.source));
            return None;
        }
    };
    answer
        .map_err(|error| reporter.tell_unknown(&ModelRefusal::poly(&error).diagnostic, Some(&program.source)))
        .ok()
}
