//! `polyvet relations`: what each statement reads and writes, and how.

use crate::args::{Form, RelationsArgs};
use crate::facts::{self, Origin};
use crate::function::{Models, as_warning, functions, with_model};
use crate::input::{read_functions, read_programs, write_output};
use crate::picture::{self, Wanted};
use crate::session::{Outcomes, Session};
use polyvet_analysis::bands::bands;
use polyvet_analysis::{Array, Scop, dependence};
use polyvet_ir::{Diagnostic, Span};
use polyvet_poly::Result;
use polyvet_report::text::Detail;
use polyvet_report::{LayoutResult, Outcome, RelationsResult, StatementResult};

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &RelationsArgs) -> Outcomes<()> {
    if args.output.is_some() && args.input.files.len() > 1 {
        return Err(session.error("usage", "`-o` takes one input file"));
    }
    // What is written must be all of it.
    let read = if args.output.is_some() {
        read_programs
    } else {
        read_functions
    };
    for program in read(session, &args.input) {
        if let Some(path) = &args.output {
            let text = crate::parse::print(&program, Form::Custom).text.unwrap_or_default();
            write_output(session, path, text.as_bytes(), &args.input.files, args.force)?;
        }
        let Ok(functions) = functions(session, &program, &args.model, Models::Bounds) else {
            continue;
        };
        for function in functions {
            let origin = program.origin();
            let drawn = session.sketches(&args.sketch);
            let found = with_model(session, &program, &function, args.model.budget, |scop| {
                let picture = drawn.then(|| picture::of(scop, &Wanted::default())).transpose()?;
                Ok(RelationsResult {
                    picture,
                    ..relations(scop, &program.source.name, &origin)?
                })
            });
            if let Some((scop, result)) = found {
                let misfits = scop.misfits.iter().map(as_warning);
                for diagnostic in wrong_claims(scop, &result, &origin).into_iter().chain(misfits) {
                    session.tell(&diagnostic, Some(&program.source));
                }
                session.push(&Outcome::Relations(result), Detail::Full, Some(&program.source))?;
            }
        }
    }
    Ok(())
}

fn layouts(scop: &Scop) -> Vec<LayoutResult> {
    let of = |array: &Array| {
        let map = array.layout.clone()?;
        Some(LayoutResult {
            array: array.name.clone(),
            map,
        })
    };
    scop.arrays.iter().filter_map(of).collect()
}

fn relations(scop: &Scop, file: &str, origin: &Origin<'_>) -> Result<RelationsResult> {
    let deps = dependence::memory_based(scop)?;
    let bands = bands(scop, &deps)?;
    let statement = |number: usize| -> Result<StatementResult> {
        let mut result = facts::statement(scop, number, &deps, origin)?;
        result.permutable = facts::permutable(scop, number, &bands);
        Ok(result)
    };
    Ok(RelationsResult {
        file: file.to_owned(),
        func: scop.name.clone(),
        params: facts::params(scop, origin),
        context: facts::context_text(scop)?,
        layouts: layouts(scop),
        statements: (0..scop.stmts.len()).map(statement).collect::<Result<_>>()?,
        picture: None,
        inexact: scop.inexact.iter().map(ToString::to_string).collect(),
    })
}

/// A warning for each loop that claims more freedom than its dependences leave.
fn wrong_claims(scop: &Scop, result: &RelationsResult, origin: &Origin<'_>) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let mut seen = Vec::new();
    for (stmt, shown) in scop.stmts.iter().zip(&result.statements) {
        for (number, one) in stmt.loops.iter().zip(&shown.loops) {
            let (Some(claimed), Some(false)) = (one.claimed, one.claim_holds) else {
                continue;
            };
            // Dependences that only may exist prove no claim wrong.
            if seen.contains(number) || stmt.may {
                continue;
            }
            seen.push(*number);
            let message = format!(
                "loop `{}` is claimed {claimed}, but its dependences make it {}",
                one.name, one.derived
            );
            let op = scop.loops[*number].op;
            let span = origin
                .module
                .zip(op)
                .map_or(Span::NONE, |(module, op)| module.op(op).name_span);
            let warning = Diagnostic::warning("wrong-iterator-type", message, span);
            warnings.push(warning.help("`polyvet deps` shows the dependences"));
        }
    }
    warnings
}
