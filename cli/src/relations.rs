//! `polyvet relations`: what each statement reads and writes, and how.

use crate::args::{MlirForm, RelationsArgs};
use crate::function::{Models, as_warning, functions, with_model};
use crate::input::{read_functions, read_programs, write_output};
use crate::picture::{self, WantedPicture};
use crate::session::{Outcomes, Session};
use polyvet::relations::{relations, wrong_claims};
use polyvet_report::text::Detail;
use polyvet_report::{Outcome, RelationsResult};

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
            let text = crate::parse::print(&program, MlirForm::Custom).text.unwrap_or_default();
            write_output(session, path, text.as_bytes(), &args.input.files, args.force)?;
        }
        let Ok(functions) = functions(session, &program, &args.model.given(), Models::Bounds) else {
            continue;
        };
        for function in functions {
            let origin = program.origin();
            let drawn = session.sketches(&args.sketch);
            let found = with_model(session, &program, &function, args.model.budget, |scop| {
                let picture = drawn
                    .then(|| picture::of(scop, &WantedPicture::default()))
                    .transpose()?;
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
