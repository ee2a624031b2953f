//! `polyvet deps`: dependences, their distances, and what each loop carries.

use crate::args::DepsArgs;
use crate::function::{Models, functions, with_model};
use crate::input::read_functions;
use crate::picture::{self, WantedPicture};
use crate::session::{Outcomes, Session};
use polyvet::dependences::{BasedOn, dependences};
use polyvet_report::Outcome;
use polyvet_report::text::Detail;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &DepsArgs) -> Outcomes<()> {
    for program in read_functions(session, &args.input) {
        let Ok(functions) = functions(session, &program, &args.model.given(), Models::Bounds) else {
            continue;
        };
        for function in functions {
            let based_on = BasedOn::values(args.value_based);
            let Some(mut result) = dependences(session, (&program, &function), &args.model.given(), based_on) else {
                continue;
            };
            if session.sketches(&args.sketch) {
                let drawn = with_model(session, &program, &function, args.model.budget, |scop| {
                    picture::of(scop, &WantedPicture::default())
                });
                let Some((_, picture)) = drawn else { continue };
                result.picture = Some(picture);
            }
            session.push(&Outcome::Deps(result), Detail::Full, Some(&program.source))?;
        }
    }
    Ok(())
}
