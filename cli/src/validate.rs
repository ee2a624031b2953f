//! `polyvet validate`: does a program compute what another does?

use crate::args::ValidateArgs;
use crate::function::select;
use crate::input::{Kind, Program, program_of, read_program};
use crate::session::{Outcomes, Session};
use crate::snippet::Source;
use polyvet_analysis::extract::Options;
use polyvet_ir::{Module, OpId, Span};
use polyvet_report::VerdictResult;
use polyvet_report::text::Detail;
use polyvet_verify::validate::{Side, validate};
use std::process::Command;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &ValidateArgs) -> Outcomes<()> {
    let before = read_program(session, &args.before, args.via_mlir_opt)?;
    let after = match (&args.after, &args.pass) {
        (Some(path), _) => read_program(session, path, args.via_mlir_opt)?,
        (None, Some(pass)) => run_pass(session, args, pass)?,
        (None, None) => return Err(session.error("usage", "there is no second program")),
    };
    let (first, second) = (module_of(session, &before)?, module_of(session, &after)?);
    for func in select(session, first, &before.source.name, args.model.func.as_deref())? {
        let name = first.symbol_name(func).unwrap_or("");
        if args.model.func.is_none() && second.funcs().iter().all(|op| second.symbol_name(*op) != Some(name)) {
            let message = format!("`{}` has no function `@{name}`", after.source.name);
            return Err(session.error("no-function", message));
        }
        let other = select(session, second, &after.source.name, Some(name))?[0];
        let result = decide(session, args, (&before, first, func), (&after, second, other))?;
        session.push_verdict(result, Detail::Full, Some(&after.source), &args.accept)?;
    }
    if session.verdict_count() > 1 {
        session.write_summary()?;
    }
    Ok(())
}

fn module_of<'p>(session: &mut Session<'_>, program: &'p Program) -> Outcomes<&'p Module> {
    match &program.kind {
        Kind::Mlir(module) => Ok(module),
        Kind::Model(_) => {
            let message = format!("`{}` is a model without operations", program.source.name);
            Err(session.error_help(
                "not-a-program",
                message,
                "models are compared by `polyvet check --schedule`",
            ))
        }
    }
}

fn decide(
    session: &mut Session<'_>,
    args: &ValidateArgs,
    (before, first, func): (&Program, &Module, OpId),
    (after, second, other): (&Program, &Module, OpId),
) -> Outcomes<VerdictResult> {
    let options = Options {
        assume: args.model.assume.clone(),
        fixed: args.model.param.clone(),
        ..Options::default()
    };
    let sides = (
        Side { module: first, func },
        Side {
            module: second,
            func: other,
        },
    );
    let verdict = validate(sides.0, sides.1, &options, args.model.budget)
        .map_err(|error| session.error("bad-option", error.to_string()))?;
    let subject = format!("{} against {}", after.source.name, before.source.name);
    let line_of = |span: Span| after.source.line(span);
    let name = first.symbol_name(func).unwrap_or("");
    Ok(VerdictResult::new(
        &after.source.name,
        name,
        &subject,
        &verdict,
        &line_of,
    ))
}

/// Runs a compiler on the first program. No shell is involved: words are split as a shell would.
fn run_pass(session: &mut Session<'_>, args: &ValidateArgs, pass: &str) -> Outcomes<Program> {
    let words = match shlex::split(pass) {
        Some(words) if !words.is_empty() => words,
        _ => return Err(session.error("bad-pass", format!("`{pass}` is no command: a quote is not closed"))),
    };
    let output = Command::new(&words[0]).args(&words[1..]).arg(&args.before).output();
    let output = output.map_err(|error| session.error("cannot-run", format!("cannot run `{}`: {error}", words[0])))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().next().unwrap_or("it said nothing");
        return Err(session.error("pass-failed", format!("`{pass}` failed ({}): {said}", output.status)));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let source = Source::new(format!("<output of {pass}>"), text);
    program_of(session, source, &args.before, args.via_mlir_opt)
}
