//! `polyvet check`: is a rewrite legal?

use crate::all;
use crate::args::CheckArgs;
use crate::certify::Certifier;
use crate::function::{Function, Models, functions};
use crate::input::{Program, read_programs, read_request, read_source};
use crate::picture::{self, WantedPicture};
use crate::rewrite::{Request, apply_to_all};
use crate::session::{Outcomes, Session, Told};
use crate::snippet::Source;
use crate::steps::StepScript;
use crate::structured;
use crate::traced;
use polyvet::asked;
use polyvet::assume::{AskedRewrite, Comments};
use polyvet::check::{decide, decide_for_run, refused, tell_poly};
use polyvet::given::Given;
use polyvet::parts::in_order;
use polyvet::reporter::Messages;
use polyvet::schedules::{NoVerdict, Schedules, misfit_of};
use polyvet_ir::{Diagnostic, Span};
use polyvet_poly::PolyError;
use polyvet_report::VerdictResult;
use polyvet_report::text::Detail;
use polyvet_rewrites::Script as OwnScript;
use std::num::NonZeroU64;
use std::path::Path;
use std::time::Duration;

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &CheckArgs) -> Outcomes<()> {
    if args.all {
        return all::run(session, args);
    }
    if let Some(script) = StepScript::read(session, args)? {
        if args.certify.is_asked() {
            let message = "steps of the transform dialect are validated one by one, and have no certificate yet";
            return Err(session.error("usage", message));
        }
        for program in read_programs(session, &args.input) {
            let _ = script.check(session, args, &program);
        }
        if session.verdict_count() > 1 {
            session.write_summary()?;
        }
        return Ok(());
    }
    let request = read_request(session, &args.rewrite)?;
    session.set_shard(args.shard);
    // What is missing is no error of clap's where it would conflict with what is there.
    if session.is_part() && args.schedules.is_none() {
        return Err(session.error("usage", "`--shard` is for `--schedules`"));
    }
    let mut certifier = Certifier::new(session, &args.certify)?;
    for program in read_programs(session, &args.input) {
        if request.is_none() && args.schedules.is_none() {
            let _ = check_comments(session, (args, &mut certifier), &program);
            continue;
        }
        if let Some(request) = request
            .as_ref()
            .filter(|one| args.trace.is_some() && one.on_operations().is_some())
        {
            let message = format!(
                "`{}` rewrites operations: a trace decides about the order of loops",
                request.subject()
            );
            return Err(session.error("usage", message));
        }
        if let Some((request, script)) = request.as_ref().and_then(|one| Some((one, one.on_operations()?))) {
            let _ = check_operations(session, (args, &mut certifier), &program, request, script);
            continue;
        }
        let Ok(functions) = functions(session, &program, &args.given(), Models::BoundsForScripts) else {
            continue;
        };
        let _ = match (&request, &args.schedules) {
            (Some(request), _) => check_request(session, (args, &mut certifier), &program, request, functions),
            (None, Some(path)) => check_schedules(session, (args, &mut certifier), &program, path, functions),
            (None, None) => Ok(()),
        };
    }
    if session.verdict_count() > usize::from(args.schedules.is_none()) {
        session.write_summary()?;
    }
    certifier.finish(session, &args.input.files)
}

/// The rewrites that the program itself asks about.
fn check_comments(
    session: &mut Session<'_>,
    (args, certifier): (&CheckArgs, &mut Certifier<'_>),
    program: &Program,
) -> Outcomes<()> {
    let given = args.given();
    let comments = Comments::read(session, program)?;
    let about = |asked: &&AskedRewrite| match (&given.func, &asked.func) {
        (Some(wanted), Some(func)) => wanted.trim_start_matches('@') == func,
        _ => true,
    };
    let asked: Vec<&AskedRewrite> = comments.asked().iter().filter(about).collect();
    if asked.is_empty() {
        let message = format!("no rewrite is given, and `{}` asks about none", program.source.name);
        let help = "say `--transform \"tile(i=32)\"`, or write `// polyvet: check tile(i=32)` into the program";
        return Err(session.error_help("no-rewrite", message, help));
    }
    let mut all = Ok(());
    for one in asked {
        // What is wrong with one does not keep the others from being answered.
        let Ok(results) = asked::verdicts(session, program, &given, one) else {
            all = Err(Told);
            continue;
        };
        for mut result in results {
            certifier.certify(session, &mut result, (&program.source, &program.source));
            session.push_pair(result, (&program.source, &program.source), &args.accept)?;
        }
    }
    all
}

/// A script that rewrites operations.
fn check_operations(
    session: &mut Session<'_>,
    (args, certifier): (&CheckArgs, &mut Certifier<'_>),
    program: &Program,
    request: &Request,
    script: &OwnScript,
) -> Outcomes<()> {
    let rewritten = structured::apply(session, program, &args.given(), request, script)?;
    for function in &rewritten.functions {
        let mut result = structured::decide(session, program, &args.given(), request, (script, function))?;
        certifier.certify(session, &mut result, (&program.source, &program.source));
        session.push_pair(result, (&program.source, &program.source), &args.accept)?;
    }
    Ok(())
}

fn check_request(
    session: &mut Session<'_>,
    (args, certifier): (&CheckArgs, &mut Certifier<'_>),
    program: &Program,
    request: &Request,
    functions: Vec<Function>,
) -> Outcomes<()> {
    for (function, rewrite) in apply_to_all(session, request, functions)? {
        let subject = request.subject();
        let mut result = match (&function.model, rewrite) {
            (Ok(scop), Some(rewrite)) if args.trace.is_some() => {
                let path = args.trace.as_deref().unwrap_or(Path::new("-"));
                let (trace, source) = traced::read(session, path, &function.name)?;
                let verdict = decide_for_run(program, scop, &rewrite, &trace, (&args.given(), request));
                verdict.map_err(|error| traced::tell(session, &source.name, &function.name, &error))?
            }
            (Ok(scop), Some(rewrite)) => {
                let mut verdict = decide(session, program, &function, scop, &rewrite, &args.given(), request)?;
                if session.sketches(&args.sketch) {
                    let params = verdict.witness.as_ref().map_or(&[][..], |witness| &witness.params);
                    let wanted = WantedPicture {
                        after: Some(&rewrite.scop),
                        params,
                        ..WantedPicture::default()
                    };
                    // A picture that cannot be drawn takes nothing from the verdict.
                    let budget = NonZeroU64::new(args.model.budget).unwrap_or(NonZeroU64::MIN);
                    verdict.picture = scop.ctx.within(budget, None, || picture::of(scop, &wanted)).ok();
                }
                verdict
            }
            (Err(refusal), _) => refused(program, &function.name, refusal, &subject),
            (Ok(_), None) => continue,
        };
        certifier.certify(session, &mut result, (&program.source, &program.source));
        session.push_verdict(result, Detail::Full, Some(&program.source), &args.accept)?;
    }
    Ok(())
}

/// Wrong rows of a file of schedules that are reported one by one.
const WRONG_ROWS_MAX: usize = 20;

/// One line of a file of schedules.
struct ScheduleRow {
    id: String,
    schedule: String,
}

fn check_schedules(
    session: &mut Session<'_>,
    (args, certifier): (&CheckArgs, &mut Certifier<'_>),
    program: &Program,
    path: &Path,
    functions: Vec<Function>,
) -> Outcomes<()> {
    if functions.len() > 1 {
        let message = format!("`{}` has several functions", program.source.name);
        return Err(session.error_help(
            "several-functions",
            message,
            "say with `--func` which one the schedules are for",
        ));
    }
    let Some(function) = functions.into_iter().next() else {
        return Ok(());
    };
    let rows = read_source(session, path)?;
    session.set_inputs(&args.given(), &[&program.source.text, &rows.text]);
    let mut schedules = Schedules::new(program, &function, args.model.budget);
    if let Some(result) = schedules.refused(&rows.name) {
        let Some(number) = session.next_question().ours() else {
            return Ok(());
        };
        let result = VerdictResult { number, ..result };
        return session.push_verdict(result, Detail::Full, Some(&program.source), &args.accept);
    }
    let mut jobs = Vec::new();
    let mut start = 0;
    for line in rows.text.split_inclusive('\n') {
        let span = Span::new(start, start + line.trim_end().len());
        start += line.len();
        if !line.trim().is_empty()
            && let Some(number) = session.next_question().ours()
        {
            jobs.push(CheckJob { line, span, number });
        }
    }
    let (mut times, mut wrong) = (Vec::new(), 0);
    decide_all((program, &args.given()), &mut schedules, &jobs, &mut |checked| {
        let (mut result, time) = match checked {
            Ok(checked) => checked,
            // Every bad line is reported, and the others are answered.
            Err(why) => {
                wrong += 1;
                if wrong <= WRONG_ROWS_MAX {
                    why.tell(session, &rows);
                }
                return Ok(());
            }
        };
        certifier.certify(session, &mut result, (&program.source, &program.source));
        times.push(time);
        session.push_verdict(result, Detail::Brief, Some(&program.source), &args.accept)
    })?;
    if wrong > WRONG_ROWS_MAX {
        let more = wrong - WRONG_ROWS_MAX;
        session.error(
            "schedules-row",
            format!("{more} more rows of `{}` are wrong", rows.name),
        );
    }
    if rows.text.trim().is_empty() {
        return Err(session.error("empty-input", format!("`{}` has no schedules", rows.name)));
    }
    times.sort();
    if let Some(median) = times.get(times.len() / 2) {
        session.set_median((median.as_secs_f64() * 1e7).round() / 10.0);
    }
    Ok(())
}

/// A row that is to be decided.
struct CheckJob<'a> {
    line: &'a str,
    span: Span,
    number: Option<u64>,
}

type CheckedRow = Result<(VerdictResult, Duration), WrongRow>;

/// Rows that one thread takes at once. Fewer are not worth a model of their own.
const TOGETHER: usize = 64;

/// Decides rows, and hands each answer on in the order of the rows. Objects of isl stay in their thread, so each has a
/// model of its own.
fn decide_all(
    (program, given): (&Program, &Given),
    schedules: &mut Schedules<'_>,
    jobs: &[CheckJob<'_>],
    each: &mut dyn FnMut(CheckedRow) -> Outcomes<()>,
) -> Outcomes<()> {
    let chunks: Vec<&[CheckJob<'_>]> = jobs.chunks(TOGETHER).collect();
    let decide = |schedules: &mut Schedules<'_>, chunk: usize| -> Vec<CheckedRow> {
        let rows = chunks[chunk].iter();
        rows.map(|job| check_row(schedules, given, job)).collect()
    };
    in_order(
        (chunks.len(), rayon::current_num_threads()),
        |parts| {
            // What there is to say about the program was said before.
            let found = functions(&mut Messages::default(), program, given, Models::BoundsForScripts);
            if let Some(function) = found.ok().and_then(|mut all| all.pop()) {
                let mut schedules = Schedules::new(program, &function, given.budget);
                parts.answer(|chunk| decide(&mut schedules, chunk));
            }
        },
        |chunk| decide(schedules, chunk),
        |decided| decided.into_iter().try_for_each(&mut *each),
    )
}

/// Why a row has no verdict.
enum WrongRow {
    Told(Diagnostic),
    Poly(PolyError),
}

impl WrongRow {
    fn tell(&self, session: &mut Session<'_>, rows: &Source) {
        match self {
            WrongRow::Told(diagnostic) => session.tell(diagnostic, Some(rows)),
            WrongRow::Poly(error) => _ = tell_poly(session, error, rows),
        }
    }
}

fn check_row(schedules: &mut Schedules<'_>, given: &Given, job: &CheckJob<'_>) -> CheckedRow {
    let record = given.record();
    let CheckJob { line, span, number } = *job;
    let row = read_row(line).map_err(|(message, column)| {
        let at = span.start as usize + column.unwrap_or(0);
        let place = if column.is_some() { Span::new(at, at + 1) } else { span };
        WrongRow::Told(Diagnostic::error("schedules-row", message, place))
    })?;
    match schedules.decide(&row.id, &row.schedule, &record) {
        Ok((mut result, time)) => {
            result.number = number;
            result.keep_claims(record.into_certificate());
            Ok((result, time))
        }
        Err(NoVerdict::Misfit(why)) => {
            let mut diagnostic = misfit_of(&row.id, &why);
            diagnostic.primary = id_span(line, span, &row.id);
            Err(WrongRow::Told(diagnostic))
        }
        Err(NoVerdict::Poly(error)) => Err(WrongRow::Poly(error)),
    }
}

/// Where the row says its id; the whole row if that is not found.
fn id_span(line: &str, row: Span, id: &str) -> Span {
    let quoted = format!("\"{id}\"");
    let found = [quoted.as_str(), "\"id\""]
        .into_iter()
        .find_map(|key| Some((line.find(key)?, key.len())));
    found.map_or(row, |(at, len)| {
        let start = row.start as usize + at;
        Span::new(start, start + len)
    })
}

/// `id` and `schedule` of a row; other keys are the user's own. The error has a column if it is in
/// the JSON itself.
fn read_row(line: &str) -> Result<ScheduleRow, (String, Option<usize>)> {
    use serde_json::Value;
    let value: Value = serde_json::from_str(line).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        (
            format!("this line is not JSON: {message}"),
            Some(error.column().saturating_sub(1)),
        )
    })?;
    let field = |name: &str| {
        value
            .get(name)
            .ok_or_else(|| (format!("the row has no `{name}`"), None))
    };
    let id = match field("id")? {
        Value::String(id) => id.clone(),
        Value::Number(id) => id.to_string(),
        _ => return Err(("`id` is neither a string nor a number".to_owned(), None)),
    };
    match field("schedule")? {
        Value::String(schedule) => Ok(ScheduleRow {
            id,
            schedule: schedule.clone(),
        }),
        _ => Err((format!("`schedule` of `{id}` is not a string"), None)),
    }
}
