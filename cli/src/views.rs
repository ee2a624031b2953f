//! `polyvet map --view`: what views of memory show, and what sets make of two of them.

use crate::args::MapArgs;
use crate::facts::{self, set_text};
use crate::function::{Models, functions, suggestion, with_model};
use crate::input::{Program, read_programs};
use crate::session::{Outcomes, Session, Told};
use polyvet_analysis::{ArrayView, Scop};
use polyvet_footprint::regions::{ArrayRegion, convex_union, difference, intersection, shown, tiles};
use polyvet_footprint::{DataSlice, FootprintError};
use polyvet_poly::{PolyError, Result};
use polyvet_report::text::Detail;
use polyvet_report::{Outcome, ViewResult, ViewSlice};

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &MapArgs) -> Outcomes<()> {
    if args.view.len() > 2 || args.view.len() == 2 && !args.tile.is_empty() {
        return Err(session.error("usage", "`--view` is said once, with or without `--tile`, or twice"));
    }
    for program in read_programs(session, &args.input) {
        let Ok(functions) = functions(session, &program, &args.model.given(), Models::Views) else {
            continue;
        };
        for function in functions {
            let asked = match &function.model {
                Ok(scop) => match find(session, scop, args) {
                    Ok(asked) => asked,
                    Err(Told) => continue,
                },
                Err(_) => Vec::new(),
            };
            let answer = with_model(session, &program, &function, args.model.budget, |scop| {
                answer(scop, &program, &asked, &args.tile)
            });
            for result in answer.map(|(_, results)| results).unwrap_or_default() {
                session.push(&Outcome::View(result), Detail::Full, Some(&program.source))?;
            }
        }
    }
    Ok(())
}

/// The views asked for, by number.
fn find(session: &mut Session<'_>, scop: &Scop, args: &MapArgs) -> Outcomes<Vec<usize>> {
    let mut found = Vec::new();
    for wanted in &args.view {
        let name = wanted.trim().trim_start_matches('%');
        let Some(at) = scop.views.iter().position(|view| view.name == name) else {
            let known: Vec<String> = scop.views.iter().map(|view| view.name.clone()).collect();
            let message = format!("`@{}` has no view `%{name}`", scop.name);
            return Err(session.error_help("unknown-view", message, suggestion(name, "views", &known)));
        };
        found.push(at);
    }
    let views: Vec<&ArrayView> = found.iter().map(|at| &scop.views[*at]).collect();
    if let [one, other] = views[..]
        && one.array != other.array
    {
        let [first, second] = [one, other].map(|view| &scop.arrays[view.array].name);
        let message = format!(
            "`%{}` is a view of `{first}`, `%{}` of `{second}`",
            one.name, other.name
        );
        let help = "arrays have no element in common";
        return Err(session.error_help("views-of-different-arrays", message, help));
    }
    let rank = views.first().and_then(|view| view.rank().ok()).unwrap_or(0);
    if !args.tile.is_empty() && args.tile.len() != rank {
        let message = format!("{} sizes for a view of {rank} dimensions", args.tile.len());
        return Err(session.error("usage", message));
    }
    Ok(found)
}

fn answer(scop: &Scop, program: &Program, asked: &[usize], sizes: &[u64]) -> Result<Vec<ViewResult>> {
    let views: Vec<&ArrayView> = asked.iter().map(|at| &scop.views[*at]).collect();
    let one =
        |what, views: &[&ArrayView], region: std::result::Result<ArrayRegion, FootprintError>| -> Result<ViewResult> {
            let region = region.map_err(as_poly)?;
            let slices = region.parts.iter().map(slice).collect();
            Ok(ViewResult {
                names: facts::names(scop),
                file: program.source.name.clone(),
                func: scop.name.clone(),
                what,
                views: views.iter().map(|view| view.name.clone()).collect(),
                array: scop.arrays[views[0].array].name.clone(),
                set: set_text(region.elements, &scop.context)?,
                slices,
            })
        };
    Ok(match views[..] {
        [view] if sizes.is_empty() => vec![one("shown", &[view], shown(scop, view))?],
        [view] => vec![one("tiles", &[view], tiles(scop, view, sizes))?],
        [first, second] => vec![
            one("shown", &[first], shown(scop, first))?,
            one("shown", &[second], shown(scop, second))?,
            one("intersection", &[first, second], intersection(scop, first, second))?,
            one("convex-union", &[first, second], convex_union(scop, first, second))?,
            one("difference", &[first, second], difference(scop, first, second))?,
            one("difference", &[second, first], difference(scop, second, first))?,
        ],
        _ => Vec::new(),
    })
}

fn as_poly(error: FootprintError) -> PolyError {
    match error {
        FootprintError::Poly(error) => error,
        other => PolyError::Invalid {
            message: other.to_string(),
            at: "map --view".to_owned(),
        },
    }
}

fn slice(slice: &DataSlice) -> ViewSlice {
    ViewSlice {
        offsets: slice.dims.iter().map(|dim| dim.offset.to_string()).collect(),
        sizes: slice.dims.iter().map(|dim| dim.size.to_string()).collect(),
        strides: slice.dims.iter().map(|dim| dim.stride).collect(),
        exact: slice.exact,
    }
}
