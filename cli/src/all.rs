//! `polyvet check --all`: what may be done to a program?

use crate::args::{AcceptArgs, CheckArgs, Format};
use crate::function::{Function, Models, functions};
use crate::input::{Program, read_programs};
use crate::session::{Outcomes, Session};
use indicatif::{ProgressBar, ProgressStyle};
use polyvet::candidates::{WantedCandidates, candidates};
use polyvet::check::refused;
use polyvet_report::Outcome;
use polyvet_report::text::Detail;
use polyvet_rewrites::{REGISTRY, entry_named};

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &CheckArgs) -> Outcomes<()> {
    if !matches!(session.format(), Format::Text | Format::Json) {
        return Err(session.error("usage", "`check --all` writes `--format text` and `--format json`"));
    }
    let wanted = WantedCandidates {
        sizes: args.sizes.clone(),
        only: names(session, &args.only)?,
    };
    for program in read_programs(session, &args.input) {
        let Ok(functions) = functions(session, &program, &args.given(), Models::BoundsForScripts) else {
            continue;
        };
        for function in &functions {
            let _ = answer(session, args, (&program, function), &wanted);
        }
    }
    Ok(())
}

/// The transforms that are meant, by the names that the registry gives them.
pub fn names(session: &mut Session<'_>, only: &[String]) -> Outcomes<Vec<String>> {
    let mut names = Vec::new();
    for name in only {
        let Some(entry) = entry_named(name) else {
            let known = REGISTRY
                .iter()
                .map(|entry| (strsim::damerau_levenshtein(entry.name, name), entry.name));
            let near = known.min().filter(|(distance, _)| *distance <= 3);
            let help = match near {
                Some((_, near)) => format!("did you mean `{near}`?"),
                None => "`polyvet transforms` lists them".to_owned(),
            };
            return Err(session.error_help("unknown-transform", format!("there is no transform `{name}`"), help));
        };
        names.push(entry.name.to_owned());
    }
    Ok(names)
}

fn answer(
    session: &mut Session<'_>,
    args: &CheckArgs,
    (program, function): (&Program, &Function),
    wanted: &WantedCandidates,
) -> Outcomes<()> {
    let bar = bar(session, &function.name);
    let mut progress = |done: usize, of: usize| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    };
    let found = candidates(session, (program, function), &args.given(), wanted, &mut progress);
    bar.finish_and_clear();
    match found? {
        Ok(all) => session.push(&Outcome::Candidates(Box::new(all)), Detail::Full, Some(&program.source)),
        Err(refusal) => {
            let result = refused(program, &function.name, &refusal, "all transforms");
            session.push_verdict(result, Detail::Full, Some(&program.source), &AcceptArgs::default())
        }
    }
}

fn bar(session: &Session<'_>, func: &str) -> ProgressBar {
    if !session.shows_progress() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{msg} {pos}/{len} {wide_bar}").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style).with_message(format!("@{func}"))
}
