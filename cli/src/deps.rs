//! `polyvet deps`: dependences, their distances, and what each loop carries.

use crate::args::DepsArgs;
use crate::facts::{self, Origin};
use crate::function::{Models, functions, with_model};
use crate::input::read_functions;
use crate::picture::{self, Wanted};
use crate::session::{Outcomes, Session};
use polyvet_analysis::{Scop, dependence};
use polyvet_poly::Result;
use polyvet_report::text::Detail;
use polyvet_report::{DepsResult, Outcome};

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &DepsArgs) -> Outcomes<()> {
    for program in read_functions(session, &args.input) {
        let Ok(functions) = functions(session, &program, &args.model, Models::Bounds) else {
            continue;
        };
        for function in functions {
            let origin = program.origin();
            let drawn = session.sketches(&args.sketch);
            let found = with_model(session, &program, &function, args.model.budget, |scop| {
                let picture = drawn.then(|| picture::of(scop, &Wanted::default())).transpose()?;
                Ok(DepsResult {
                    picture,
                    ..deps(scop, args.value_based, &program.source.name, &origin)?
                })
            });
            if let Some((_, result)) = found {
                session.push(&Outcome::Deps(result), Detail::Full, Some(&program.source))?;
            }
        }
    }
    Ok(())
}

fn deps(scop: &Scop, value_based: bool, file: &str, origin: &Origin<'_>) -> Result<DepsResult> {
    let deps = if value_based {
        dependence::value_based(scop)?
    } else {
        dependence::memory_based(scop)?
    };
    // What the loops are is a matter of memory, whatever is listed.
    let memory = if value_based {
        dependence::memory_based(scop)?
    } else {
        deps.clone()
    };
    let dependences: Vec<_> = deps
        .list
        .iter()
        .map(|dep| facts::dependence(scop, dep, origin))
        .collect::<Result<_>>()?;
    Ok(DepsResult {
        file: file.to_owned(),
        func: scop.name.clone(),
        based_on: if value_based { "value" } else { "memory" },
        loops: facts::loops(scop, &memory, origin)?,
        graph: facts::graph(&dependences),
        dependences,
        picture: None,
        inexact: scop.inexact.iter().map(ToString::to_string).collect(),
    })
}
