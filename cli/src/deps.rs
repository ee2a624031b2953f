//! `polyvet deps`: dependences, their distances, and what each loop carries.

use crate::args::DepsArgs;
use crate::function::{Models, functions, with_model};
use crate::input::read_functions;
use crate::picture::{self, WantedPicture};
use crate::session::{Outcomes, Session};
use polyvet::dependences::dependences;
use polyvet_report::text::Detail;
use polyvet_report::{DepsResult, Outcome};

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &DepsArgs) -> Outcomes<()> {
    for program in read_functions(session, &args.input) {
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
                Ok(DepsResult {
                    picture,
                    ..dependences(scop, args.value_based, &program.source.name, &origin)?
                })
            });
            if let Some((_, result)) = found {
                session.push(&Outcome::Deps(result), Detail::Full, Some(&program.source))?;
            }
        }
    }
    Ok(())
}
