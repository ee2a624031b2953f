//! `polyvet transform`: rewrite a program, after checking that this is legal.

use crate::args::{Emit, TransformArgs};
use crate::facts::map_text;
use crate::function::{Function, Models, functions};
use crate::input::{InputKind, Program, read_request, read_verbatim, write_output};
use crate::parse::model_text;
use crate::rewrite::{Request, apply_to_all};
use crate::session::{Outcomes, Session, Told, is_accepted};
use crate::structured;
use polyvet::check::{decide, refused};
use polyvet_analysis::model::JsonModel;
use polyvet_analysis::{Rewrite, Scop};
use polyvet_codegen::CodegenError;
use polyvet_ir::{Diagnostic, PrintOptions, Span};
use polyvet_poly::{UnionMap, UnionSet};
use polyvet_report::text::Detail;
use polyvet_report::{InstancesResult, Outcome, ProgramResult, VerdictResult};
use polyvet_rewrites::Script;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &TransformArgs) -> Outcomes<()> {
    if args.output.is_some() && args.input.files.len() > 1 {
        return Err(session.error("usage", "`-o` takes one input file"));
    }
    let Some(request) = read_request(session, &args.rewrite)? else {
        return Err(Told);
    };
    for program in read_verbatim(session, &args.input, false) {
        let _ = one_program(session, args, &program, &request);
    }
    Ok(())
}

fn one_program(session: &mut Session<'_>, args: &TransformArgs, program: &Program, request: &Request) -> Outcomes<()> {
    if let Some(script) = request.on_operations() {
        return rewrite_operations(session, args, program, request, script);
    }
    let functions = functions(session, program, &args.model.given(), Models::Scripts)?;
    let rewrites = apply_to_all(session, request, functions)?;
    let mut legal = true;
    for (function, rewrite) in &rewrites {
        legal &= vet(session, args, program, request, function, rewrite.as_ref())?;
    }
    if !legal {
        return Err(not_written(session));
    }
    let rewritten: Vec<(&Function, &Rewrite)> = rewrites
        .iter()
        .filter_map(|(function, rewrite)| Some((function, rewrite.as_ref()?)))
        .collect();
    let (form, text) = print(program, &rewritten, args.emit).map_err(|error| {
        let diagnostic = match &error {
            Trouble::Codegen(error) => Diagnostic::error("codegen", error.to_string(), error.span()),
            Trouble::Usage(message) => Diagnostic::error("usage", message, Span::NONE),
        };
        session.tell(&diagnostic, Some(&program.source));
        Told
    })?;
    let instances = rewritten.iter().map(|(function, rewrite)| {
        let of = |rewrite: &Rewrite| instances_of(&function.name, &rewrite.instances, &rewrite.scop);
        of(rewrite).map_err(|why| why.to_string())
    });
    let instances = told_instances(session, args, instances.collect())?;
    let names = rewritten.iter().map(|(function, _)| function.name.clone()).collect();
    write(session, args, program, (names, instances), form, text)
}

/// What `--instances` shows, if it is requested.
fn told_instances(
    session: &mut Session<'_>,
    args: &TransformArgs,
    found: Result<Vec<Vec<InstancesResult>>, String>,
) -> Outcomes<Option<Vec<InstancesResult>>> {
    if !args.instances {
        return Ok(None);
    }
    match found {
        Ok(all) => Ok(Some(all.into_iter().flatten().collect())),
        Err(why) => Err(session.error("no-place", format!("it is not known where instances come from: {why}"))),
    }
}

/// The old instances that those of each statement of `after` compute.
fn instances_of(func: &str, instances: &UnionMap, after: &Scop) -> polyvet_poly::Result<Vec<InstancesResult>> {
    let mut all = Vec::new();
    for stmt in &after.stmts {
        let own = UnionSet::from_set(stmt.domain.clone())?;
        let mut from = Vec::new();
        for map in instances.clone().intersect_domain(own)?.maps()? {
            from.push(map_text(map.gist_domain(stmt.domain.clone())?, &after.context)?);
        }
        from.sort();
        all.push(InstancesResult {
            func: func.to_owned(),
            stmt: stmt.name.clone(),
            from,
        });
    }
    Ok(all)
}

fn not_written(session: &mut Session<'_>) -> Told {
    let message = "nothing was written; `--unchecked` writes it all the same";
    session.note("not-written", message);
    Told
}

/// Writes the program that a script on operations makes.
fn rewrite_operations(
    session: &mut Session<'_>,
    args: &TransformArgs,
    program: &Program,
    request: &Request,
    script: &Script,
) -> Outcomes<()> {
    if let Some(emit @ (Emit::Isl | Emit::C)) = args.emit {
        let form = if emit == Emit::C { "c" } else { "isl" };
        let message = format!("a script that rewrites operations gives operations, not `--emit {form}`");
        return Err(session.error("usage", message));
    }
    let rewritten = structured::apply(session, program, &args.model.given(), request, script)?;
    let mut legal = true;
    for function in rewritten.functions.iter().filter(|_| !args.unchecked) {
        let result = structured::decide(session, program, &args.model.given(), request, (script, function))?;
        legal &= show(session, args, program, result)?;
    }
    if !legal {
        return Err(not_written(session));
    }
    let text = polyvet_ir::print(&rewritten.module, PrintOptions::default());
    let found = rewritten.functions.iter().filter(|_| args.instances).map(|function| {
        let (instances, after, lost) = structured::instances(program, function, script)?;
        match lost.is_empty() {
            true => instances_of(&function.name, &instances, &after).map_err(|why| why.to_string()),
            false => Err(format!("a step writes `{}` in another way", lost.join("`, `"))),
        }
    });
    let instances = told_instances(session, args, found.collect())?;
    let names = rewritten.functions.into_iter().map(|function| function.name).collect();
    write(session, args, program, (names, instances), "custom", text)
}

fn write(
    session: &mut Session<'_>,
    args: &TransformArgs,
    program: &Program,
    (functions, instances): (Vec<String>, Option<Vec<InstancesResult>>),
    form: &'static str,
    text: String,
) -> Outcomes<()> {
    let mut result = ProgramResult {
        instances,
        file: program.source.name.clone(),
        functions,
        form,
        text: None,
        output: None,
    };
    match &args.output {
        Some(path) => {
            write_output(session, path, text.as_bytes(), &args.input.files, args.force)?;
            result.output = Some(path.display().to_string());
            if !session.is_data() {
                session.record(&Outcome::Program(result));
                return Ok(());
            }
        }
        None => result.text = Some(text),
    }
    session.push(&Outcome::Program(result), Detail::Full, Some(&program.source))
}

/// Whether the rewrite of one function may be written. The verdict is a result in JSON; in text it is
/// shown beside the program.
fn vet(
    session: &mut Session<'_>,
    args: &TransformArgs,
    program: &Program,
    request: &Request,
    function: &Function,
    rewrite: Option<&Rewrite>,
) -> Outcomes<bool> {
    let subject = request.subject();
    let result = match (&function.model, rewrite) {
        (Err(refusal), _) => refused(program, &function.name, refusal, &subject),
        (Ok(_), Some(_)) if args.unchecked => return Ok(true),
        (Ok(scop), Some(rewrite)) => decide(session, program, function, scop, rewrite, &args.model.given(), request)?,
        (Ok(_), None) => return Ok(true),
    };
    show(session, args, program, result)
}

/// Shows a verdict; whether it is good enough.
fn show(session: &mut Session<'_>, args: &TransformArgs, program: &Program, result: VerdictResult) -> Outcomes<bool> {
    let legal = is_accepted(&result, &args.accept);
    if session.is_data() {
        session.push_verdict(result, Detail::Full, Some(&program.source), &args.accept)?;
    } else if !legal || !session.quiet {
        session.show_verdict(&result, Some(&program.source), &args.accept);
    } else {
        session.count(&result, &args.accept);
        session.record(&Outcome::Verdict(Box::new(result)));
    }
    Ok(legal)
}

enum Trouble {
    Codegen(CodegenError),
    Usage(String),
}

impl From<CodegenError> for Trouble {
    fn from(error: CodegenError) -> Trouble {
        Trouble::Codegen(error)
    }
}

fn print(
    program: &Program,
    rewritten: &[(&Function, &Rewrite)],
    emit: Option<Emit>,
) -> Result<(&'static str, String), Trouble> {
    let scops = || rewritten.iter().map(|(_, rewrite)| &rewrite.scop);
    match (&program.kind, emit) {
        (InputKind::Mlir(module), None | Some(Emit::Mlir)) => {
            let mut module = module.clone();
            for (function, rewrite) in rewritten {
                if let Some(op) = function.op {
                    module = polyvet_codegen::generate(&rewrite.scop, &module, op)?;
                }
            }
            Ok(("custom", polyvet_ir::print(&module, PrintOptions::default())))
        }
        (InputKind::Model(_), Some(Emit::Mlir)) => Err(Trouble::Usage(
            "a model does not say what its statements compute, so it has no MLIR form".to_owned(),
        )),
        (InputKind::Mlir(module), Some(Emit::C)) => joined(scops(), "\n", |scop| {
            Ok(format!(
                "// @{}\n{}",
                scop.name,
                polyvet_codegen::ast_text_in(scop, module)?
            ))
        })
        .map(|text| ("c", text)),
        (InputKind::Model(_), Some(Emit::C)) => {
            joined(scops(), "\n", |scop| Ok(polyvet_codegen::ast_text(scop)?)).map(|text| ("c", text))
        }
        (_, None | Some(Emit::Isl)) => {
            if rewritten.len() > 1 {
                let message = "a model has one function: say with `--func` which";
                return Err(Trouble::Usage(message.to_owned()));
            }
            joined(scops(), "", |scop| {
                Ok(model_text(&JsonModel::of(scop, None).map_err(CodegenError::from)?))
            })
            .map(|text| ("isl", text))
        }
    }
}

fn joined<'a>(
    scops: impl Iterator<Item = &'a Scop>,
    between: &str,
    text: impl Fn(&Scop) -> Result<String, Trouble>,
) -> Result<String, Trouble> {
    Ok(scops.map(text).collect::<Result<Vec<_>, _>>()?.join(between))
}
