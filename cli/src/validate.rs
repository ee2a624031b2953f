//! `polyvet validate`: does a program compute what another does?

use crate::args::ValidateArgs;
use crate::assume::{Comments, sift_all};
use crate::certify::Certifier;
use crate::input::{Reading, Via, normalise, program_of, read_effects, read_program, via};
use crate::pass::{KeptOutput, PassCommand};
use crate::session::{Outcomes, Reporter, Session, Told, is_accepted};
use crate::snippet::Source;
use crate::{each, shrink};
use indicatif::{ProgressBar, ProgressStyle};
use polyvet::Given;
use polyvet::cache::ProofCache;
use polyvet::validate::{JudgedFunction, ProgramPair, Subject};
use polyvet_analysis::extract::ExtractError;
use rayon::prelude::*;
use std::path::PathBuf;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &ValidateArgs) -> Outcomes<()> {
    session.open_cache(&args.cache)?;
    let answered = answer(session, args);
    session.close_cache();
    answered
}

fn answer(session: &mut Session<'_>, args: &ValidateArgs) -> Outcomes<()> {
    let (choices, effects) = (args.read.ops.choices(), read_effects(session, &args.read.effects)?);
    let via = via(session, args.read.via.as_deref())?;
    let call = |reporter: &mut dyn Reporter, source: &Source| normalise(via.as_ref(), reporter, source);
    let reading = Reading {
        via_mlir_opt: args.read.via_mlir_opt,
        ops: Some(&choices),
        effects: &effects,
        whole: false,
        // Programs to be made smaller are there as a whole, and so are those that a dump goes on with.
        apart: !args.reduce && !args.each,
        lenient: true,
        via: via.is_some().then_some(Via(&call)),
        verbatim: false,
        decomposed: false,
        inlined: args.read.inline,
        vector_scale: args.read.vector_scale,
    };
    if args.certify.is_asked() && (args.each || args.reduce) {
        return Err(session.error("usage", "`--each` and `--reduce` make no certificates"));
    }
    if args.certify.is_asked() && args.given().contract {
        let message = "with `--allow contract` there are no certificates";
        return Err(session.error("usage", message));
    }
    let mut certifier = Certifier::new(session, &args.certify)?;
    let before = read_program(session, &args.before, &reading)?;
    let pass = match &args.pass {
        Some(command) => Some(PassCommand::new(session, command, args.timeout)?),
        None => None,
    };
    if args.each {
        return each::run(session, args, &before, pass.as_ref());
    }
    let mut kept = KeptOutput::default();
    let after = match (&pass, &args.after) {
        (Some(pass), _) => {
            let mut text = pass.run(session, &before.source.text, Some(&args.before))?;
            if via.is_none() {
                text = readable(session, pass, &before.source.text, text);
            }
            kept = pass.keep(session, args, &text)?;
            let source = Source::new(format!("<output of {}>", pass.command), text);
            program_of(session, source, &args.before, &reading)?
        }
        (None, Some(path)) => read_program(session, path, &reading)?,
        (None, None) => {
            let help = "give a second file, or the command that makes it: `--pass 'mlir-opt --affine-loop-tile'`";
            return Err(session.error_help("usage", "there is no second program", help));
        }
    };
    let given = args.given();
    let pair = ProgramPair::new(session, &before, &after)?;
    let funcs = pair.selected(session, &given)?;
    let comments = Comments::read(session, &before)?;
    let promised = Comments::read(session, &after)?;
    // What a pass writes down must not make it right.
    if promised.texts().iter().any(|text| !comments.texts().contains(text)) {
        let message = "what AFTER assumes is not taken for granted: assumptions come from BEFORE and `--assume`";
        session.note("assumed-by-after", message);
    }
    let mut judged = decide(session, &pair, &given, &funcs, &[&comments])?;
    if given.func.is_none() {
        judged.extend(pair.unread());
        judged.extend(pair.others());
    }
    if args.reduce {
        return shrink::run(session, args, &pair, pass.as_ref(), &judged, &[&comments]);
    }
    for one in &judged {
        let mut result = pair.result(one);
        certifier.certify(session, &mut result, (&before.source, &after.source));
        kept.asked |= !is_accepted(&result, &args.accept);
        session.push_pair(result, (&before.source, &after.source), &args.accept)?;
    }
    kept.tell(session);
    if session.verdict_count() > 1 {
        session.write_summary()?;
    }
    let inputs: Vec<PathBuf> = [Some(&args.before), args.after.as_ref()]
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    certifier.finish(session, &inputs)?;
    let unread = pair.unread().len();
    if given.func.is_none() && unread > 0 && !session.quiet {
        session.line(&format!("not judged: {unread}, as they could not be read"))?;
    }
    Ok(())
}

/// What a pass printed; where that cannot be read, what it prints in the generic form.
pub fn readable(session: &mut Session<'_>, pass: &PassCommand, before: &str, text: String) -> String {
    let Some(trouble) = trouble(&text) else { return text };
    let Some(generic) = pass
        .generic()
        .output(before)
        .filter(|generic| self::trouble(generic).is_none())
    else {
        return text;
    };
    session.note("asked-again", asked_again(&pass.command, &trouble));
    generic
}

/// Says that a command was asked for the generic form.
pub fn asked_again(command: &str, trouble: &str) -> String {
    format!(
        "what `{command}` prints cannot be read ({trouble}), so it was run again with `--mlir-print-op-generic`; lines are \
         of what it printed then"
    )
}

/// The first error of a text.
pub fn trouble(text: &str) -> Option<String> {
    let (_, diagnostics) = polyvet_ir::parse(text);
    let is_error = |one: &polyvet_ir::Diagnostic| one.severity == polyvet_ir::Severity::Error;
    diagnostics.into_iter().find(is_error).map(|error| error.message)
}

/// The verdicts on functions, in their order; they are found in parallel.
pub fn decide(
    session: &mut Session<'_>,
    pair: &ProgramPair<'_>,
    given: &Given,
    subjects: &[Subject],
    comments: &[&Comments<'_>],
) -> Outcomes<Vec<JudgedFunction>> {
    let bar = bar(session, subjects.len());
    let assumed = |subject: &Subject| comments.iter().flat_map(|one| one.of(&subject.name)).collect();
    let assumed: Vec<Vec<String>> = subjects.iter().map(assumed).collect();
    let cache = session.cache.as_ref();
    let judge = |(subject, assumed): (&Subject, &Vec<String>)| {
        let judged = remembered(cache, pair, given, (subject, assumed));
        bar.inc(1);
        judged
    };
    let found: Vec<Result<JudgedFunction, ExtractError>> = match subjects {
        [only] => vec![judge((only, &assumed[0]))],
        all => match workers() {
            Ok(workers) => workers.install(|| all.par_iter().zip(&assumed).map(judge).collect()),
            Err(error) => return Err(session.error("threads", format!("cannot start threads: {error}"))),
        },
    };
    bar.finish_and_clear();
    let mut judged = Vec::new();
    for (subject, found) in subjects.iter().zip(found) {
        judged.push(match found {
            Err(ExtractError::Option(_)) if comments.iter().any(|one| !one.is_empty()) => {
                let plain = given.options();
                let (func, budget) = (subject.func, given.budget);
                let assumed = sift_all(session, comments, pair.first, func, &plain, budget)?;
                pair.judge(given, subject, &assumed)
                    .map_err(|error| bad_option(session, &error))?
            }
            Err(error) => return Err(bad_option(session, &error)),
            Ok(one) => {
                comments.iter().for_each(|one| one.fit(&subject.name));
                one
            }
        });
    }
    for one in comments {
        one.tell_misfits(session)?;
    }
    Ok(judged)
}

fn bad_option(session: &mut Session<'_>, error: &ExtractError) -> Told {
    session.error("bad-option", error.to_string())
}

/// The verdict on a function; proofs are taken from the cache, and kept there.
fn remembered(
    cache: Option<&ProofCache>,
    pair: &ProgramPair<'_>,
    given: &Given,
    (subject, assumed): (&Subject, &[String]),
) -> Result<JudgedFunction, ExtractError> {
    let entry = cache.and_then(|cache| Some((cache, cache.key(pair, given, subject, assumed)?)));
    let Some((cache, key)) = entry else {
        return pair.judge(given, subject, assumed);
    };
    if let Some(known) = cache.get(&key, subject) {
        return Ok(known);
    }
    let judged = pair.judge(given, subject, assumed)?;
    cache.put(&key, &judged);
    Ok(judged)
}

/// Threads with stacks as deep as the main one's.
fn workers() -> Result<rayon::ThreadPool, rayon::ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new().stack_size(crate::STACK_BYTES).build()
}

/// Progress over functions, where somebody may be looking.
fn bar(session: &Session<'_>, count: usize) -> ProgressBar {
    if count < 2 || !session.shows_progress() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} functions, {elapsed}");
    let bar = ProgressBar::new(count as u64);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}
