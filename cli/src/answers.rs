//! The answers of the parts of a command (`--shard`) as one, in the order of a single run.

use crate::args::MergeArgs;
use crate::each::TOGETHER;
use crate::input::write_output;
use crate::session::{Outcomes, Session, Told, counts_as_good};
use crate::snippet::Source;
use polyvet_report::json::{SCHEMA, Stream};
use polyvet_report::{ShardResult, Summary};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::Path;

/// What one run wrote with `--format json`.
#[derive(Deserialize)]
struct Answers {
    schema: String,
    command: String,
    shard: Option<ShardResult>,
    results: Vec<Map<String, Value>>,
    diagnostics: Vec<Value>,
}

/// Puts the parts together, writes them, and says what is not as it should be.
pub fn merge(session: &mut Session<'_>, args: &MergeArgs, files: &[Source]) -> Outcomes<()> {
    if args.findings.is_some() || args.coverage {
        return Err(session.error("usage", "`--findings` and `--coverage` are for ledgers of `fuzz`"));
    }
    let mut parts: Vec<(ShardResult, Answers)> = Vec::new();
    for file in files {
        let (shard, answers) = read(session, file)?;
        if let Some((first, other)) = parts.first()
            && (&first.inputs, first.of, &other.command) != (&shard.inputs, shard.of, &answers.command)
        {
            let message = format!("`{}` is a part of something else than `{}`", file.name, files[0].name);
            let help = "parts of one whole come from one command, one number of parts and the same files";
            return Err(session.error_help("other-parts", message, help));
        }
        // Twice is as good as once.
        if parts.iter().all(|(known, _)| *known != shard) {
            parts.push((shard, answers));
        }
    }
    let Some(of) = parts.first().map(|(shard, _)| shard.of) else {
        return Ok(());
    };
    if parts.len() as u64 != of {
        let known: Vec<u64> = parts.iter().map(|(shard, _)| shard.part).collect();
        let missing: Vec<String> = { (0..of).filter(|part| !known.contains(part)) }
            .take(SHOWN_MAX)
            .map(|part| format!("{part}/{of}"))
            .collect();
        let message = format!(
            "{} of {of} parts are missing: {}",
            of - parts.len() as u64,
            missing.join(", ")
        );
        let help = "run these parts again; with `--cache` what was proved is not proved again";
        return Err(session.error_help("missing-part", message, help));
    }
    let whole = WholeAnswer::of(parts.into_iter().map(|(_, answers)| answers).collect());
    whole.write(session, &args.output)?;
    whole.tell(session, args)
}

/// Missing parts that are named.
const SHOWN_MAX: usize = 20;

fn read(session: &mut Session<'_>, file: &Source) -> Outcomes<(ShardResult, Answers)> {
    let shown = &file.name;
    let answers: Answers = serde_json::from_str(&file.text).map_err(|error| {
        let message = format!("`{shown}` is not all of what a command wrote: {error}");
        session.error_help("cut-off-part", message, "run that part again")
    })?;
    let is_known = answers.schema == SCHEMA && command(&answers.command).is_some();
    match answers.shard.clone().filter(|shard| is_known && shard.part < shard.of) {
        Some(shard) => Ok((shard, answers)),
        None => {
            let message = format!("`{shown}` is no part of anything");
            let help =
                "parts are written by `validate --each` and `check --schedules` with `--shard` and `--format json`";
            Err(session.error_help("not-a-part", message, help))
        }
    }
}

/// The commands that have parts.
fn command(name: &str) -> Option<&'static str> {
    ["validate", "check"].into_iter().find(|known| *known == name)
}

/// All answers, as one run gives them.
struct WholeAnswer {
    command: &'static str,
    results: Vec<Map<String, Value>>,
    diagnostics: Vec<Value>,
}

fn text<'r>(result: &'r Map<String, Value>, field: &str) -> Option<&'r str> {
    result.get(field).and_then(Value::as_str)
}

fn verdict(result: &Map<String, Value>) -> &str {
    text(result, "verdict").unwrap_or("unknown")
}

fn is_together(result: &Map<String, Value>) -> bool {
    text(result, "subject") == Some(TOGETHER)
}

impl WholeAnswer {
    fn of(parts: Vec<Answers>) -> WholeAnswer {
        let command = { parts.first() }
            .and_then(|part| command(&part.command))
            .unwrap_or("validate");
        let (mut results, mut diagnostics) = (Vec::new(), Vec::new());
        for part in parts {
            results.extend(part.results);
            for one in part.diagnostics {
                // Each part reads the whole input, and tells what is wrong with it.
                if !diagnostics.contains(&one) {
                    diagnostics.push(one);
                }
            }
        }
        results.sort_by_key(|result| result.get("number").and_then(Value::as_u64));
        for result in &mut results {
            result.shift_remove("number");
        }
        // One run asks this only where the steps leave it open.
        let steps = || results.iter().filter(|result| !is_together(result));
        let decided = steps().all(|step| verdict(step) == "proved") || steps().any(|step| verdict(step) == "refuted");
        if decided {
            results.retain(|result| !is_together(result));
        }
        WholeAnswer {
            command,
            results,
            diagnostics,
        }
    }

    /// The first refuted step of a pipeline.
    fn broken(&self) -> Option<&Map<String, Value>> {
        let refuted = |result: &&Map<String, Value>| verdict(result) == "refuted" && result.contains_key("step");
        self.results.iter().find(refuted)
    }

    /// What counts: the verdict on all passes together does so only if it is refuted.
    fn counted(&self) -> impl Iterator<Item = &Map<String, Value>> {
        let counts = |result: &&Map<String, Value>| !is_together(result) || verdict(result) == "refuted";
        self.results.iter().filter(counts)
    }

    fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        for result in self.counted() {
            let known = ["proved", "refuted", "tested", "unknown"];
            let name = known
                .into_iter()
                .find(|name| *name == verdict(result))
                .unwrap_or("unknown");
            *summary.verdicts.entry(name).or_insert(0) += 1;
            summary.reassociated += usize::from(text(result, "strength") == Some("reassociated"));
        }
        summary.broken_by = self.broken().and_then(|step| text(step, "pass")).map(str::to_owned);
        summary
    }

    fn write(&self, session: &mut Session<'_>, path: &Path) -> Outcomes<()> {
        let (mut stream, mut bytes) = (Stream::new(self.command), Vec::new());
        let written = { self.results.iter() }
            .try_for_each(|result| stream.push(&mut bytes, result))
            .and_then(|()| stream.end(&mut bytes, &self.diagnostics, &self.summary()));
        if let Err(error) = written {
            let message = format!("cannot write `{}`: {error}", path.display());
            return Err(session.error("cannot-write", message));
        }
        // It may be one of the parts, which have been read.
        write_output(session, path, &bytes, &[], true)
    }

    /// One line for each answer that does not count as good, the counts, and the exit status of one run.
    fn tell(&self, session: &mut Session<'_>, args: &MergeArgs) -> Outcomes<()> {
        for result in self.counted() {
            let field = |name| text(result, name);
            if counts_as_good(verdict(result), field("strength"), field("vacuous"), &args.accept) {
                continue;
            }
            match verdict(result) {
                "refuted" => session.set_different(),
                _ => session.set_unknown(),
            }
            let (func, subject) = (field("func").unwrap_or_default(), field("subject").unwrap_or_default());
            let reason = result.get("reason").and_then(|reason| reason.get("message"));
            let reason = reason
                .and_then(Value::as_str)
                .map_or(String::new(), |why| format!(": {why}"));
            session.line(&format!("{}: @{func}: {subject}{reason}", verdict(result)))?;
        }
        for result in self.results.iter().filter(|result| is_together(result)) {
            session.line(&format!(
                "{TOGETHER}: {}  @{}",
                verdict(result),
                text(result, "func").unwrap_or_default()
            ))?;
        }
        if let Some(step) = self.broken() {
            let (func, pass) = (
                text(step, "func").unwrap_or_default(),
                text(step, "pass").unwrap_or_default(),
            );
            let number = step.get("step").and_then(Value::as_u64).unwrap_or_default();
            session.line(&format!("broken by pass {number}, `{pass}`: `@{func}`"))?;
        }
        session.set_summary(self.summary());
        session.write_summary()?;
        let is_error = |one: &Value| one.get("severity").and_then(Value::as_str) == Some("error");
        match self.diagnostics.iter().filter(|one| is_error(one)).count() {
            0 => Ok(()),
            wrong => {
                let message = format!(
                    "the parts told {wrong} errors of their input, which are in `{}`",
                    args.output.display()
                );
                session.error("errors-of-parts", message);
                Err(Told)
            }
        }
    }
}
