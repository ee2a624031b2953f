//! `polyvet fuzz`: random programs through another backend.

use crate::STACK_BYTES;
use crate::args::{FuzzArgs, FuzzMode};
use crate::input::read_source;
use crate::session::{Outcomes, Session, Told};
use indicatif::{ProgressBar, ProgressStyle};
use polyvet_backend::process::{self, Limits};
use polyvet_backend::{Backend, Form};
use polyvet_fuzz::campaign::{self, Progress, Settings};
use polyvet_fuzz::coverage;
use polyvet_fuzz::execute::Executor;
use polyvet_fuzz::folder::{self, Tool};
use polyvet_fuzz::known::{self, Known};
use polyvet_fuzz::ledger::{self, Finding, Record, Totals};
use polyvet_fuzz::oracle::Oracle;
use polyvet_fuzz::pipeline;
use polyvet_fuzz::validate::{self, Validator};
use polyvet_generate::weights::Weights;
use polyvet_report::{CampaignResult, FindingResult};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &FuzzArgs) -> Outcomes<()> {
    let weights = weights(session, args)?;
    let backend = backend(session, args)?;
    let tool = tool(&backend);
    let pipelines = match &args.pass[..] {
        [] if args.mode == FuzzMode::Execute => pipeline::none(),
        [] => pipeline::shipped(),
        asked => asked.iter().flat_map(|text| pipeline::asked(text)).collect(),
    };
    std::fs::create_dir_all(&args.out).map_err(|error| cannot_write(session, &args.out, &error))?;
    let name = match args.shard {
        (0, 1) => "ledger.jsonl".to_owned(),
        (part, all) => format!("shard_{part}_of_{all}.jsonl"),
    };
    let settings = Settings {
        weights,
        backend: args.backend.clone(),
        pipelines,
        seed: args.seed,
        shard: args.shard,
        count: args.count,
        deadline: args.count.is_none().then(|| Instant::now() + args.time),
        dependences: args.coverage,
        runner: (backend.description().program == Form::Main && backend.find_tools().is_ok()).then(|| Executor {
            backend: backend.clone(),
        }),
        ledger: args.out.join(name),
    };
    let threads = args.jobs.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_BYTES)
        .build()
        .map_err(|error| session.error("threads", format!("cannot start threads: {error}")))?;
    let (progress, start) = (Progress::default(), Instant::now());
    let apply = |passes: &str, text: &str| validate::apply(&backend, passes, text);
    let oracle: Box<dyn Oracle> = match args.mode {
        FuzzMode::Interpret | FuzzMode::Validate => Box::new(Validator {
            apply: &apply,
            proves: args.mode == FuzzMode::Validate,
        }),
        FuzzMode::Execute => Box::new(Executor {
            backend: backend.clone(),
        }),
    };
    let winding = process::Winding::start();
    let records = watched(session, &progress, || {
        pool.install(|| campaign::run(&settings, &*oracle, &progress))
    });
    let records = records.map_err(|error| cannot_write(session, &settings.ledger, &error))?;
    drop(winding);
    let key = settings.campaign(&*oracle).key;
    let ours = |record: &&Record| match record {
        Record::Batch(batch) => batch.campaign == key,
        _ => true,
    };
    let programs = progress.programs.load(Relaxed);
    let rate = (programs > 0).then(|| programs as f64 / start.elapsed().as_secs_f64());
    let records: Vec<&Record> = records.iter().filter(ours).collect();
    tell(
        session,
        &records,
        &settings.ledger,
        Some(&args.out.join("findings")),
        &tool,
        rate,
        args.coverage,
    )
}

/// The weights that were asked for.
fn weights(session: &mut Session<'_>, args: &FuzzArgs) -> Outcomes<Weights> {
    let Some(path) = &args.weights else {
        return Ok(Weights::default());
    };
    let source = read_source(session, path)?;
    Weights::read(&source.text).map_err(|error| {
        let message = format!("`{}` is no file of weights: {}", path.display(), error.trim());
        session.error_help(
            "bad-weights",
            message,
            "the names are those of generate/data/weights.toml",
        )
    })
}

/// The backend, with everything installed that it needs.
fn backend(session: &mut Session<'_>, args: &FuzzArgs) -> Outcomes<Backend> {
    let mut backend = Backend::load(&args.backend).map_err(|error| session.error("bad-backend", error.to_string()))?;
    if backend.description().pass.is_none() && (args.mode != FuzzMode::Execute || !args.pass.is_empty()) {
        let message = format!(
            "backend `{}` runs no passes, so there is nothing to judge",
            args.backend
        );
        return Err(session.error_help("bad-backend", message, "use `--mode execute` without `--pass`"));
    }
    // Validation needs the passes only.
    if args.mode == FuzzMode::Execute || backend.pass_command().is_none() {
        let found = backend.find_tools();
        found.map_err(|missing| session.error("cannot-run", missing.to_string()))?;
    }
    let limits = Limits {
        wall: Duration::from_secs(args.timeout),
        ..backend.limits()
    };
    backend.set_limits(limits);
    Ok(backend)
}

/// The program that runs the passes, and its version.
fn tool(backend: &Backend) -> Tool {
    let words = backend.pass_command().unwrap_or_default();
    let path = words.first().cloned().unwrap_or_else(|| backend.name().to_owned());
    let printed = process::run(&path, &["--version"], "", Duration::from_secs(20));
    let version = printed.ok().and_then(|printed| {
        let line = printed.stdout.lines().find(|line| line.contains("version"))?;
        Some(line.trim().to_owned())
    });
    let program = Path::new(&path)
        .file_name()
        .map_or(path.clone(), |name| name.to_string_lossy().into_owned());
    Tool {
        program,
        version: version.unwrap_or_default(),
    }
}

fn cannot_write(session: &mut Session<'_>, path: &Path, error: &std::io::Error) -> Told {
    session.error("cannot-write", format!("cannot write `{}`: {error}", path.display()))
}

/// Draws how far the work has come, where somebody may be looking.
fn watched<T>(session: &Session<'_>, progress: &Progress, work: impl FnOnce() -> T) -> T {
    if !session.shows_progress() {
        return work();
    }
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
    let bar = ProgressBar::new_spinner();
    let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
    let (start, over) = (Instant::now(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Relaxed) {
                let programs = progress.programs.load(Relaxed);
                bar.set_message(format!(
                    "{programs} programs, {:.1} a second, {} distinct findings, {} candidates while shrinking",
                    programs as f64 / start.elapsed().as_secs_f64().max(0.001),
                    progress.findings.load(Relaxed),
                    progress.candidates.load(Relaxed),
                ));
                bar.tick();
                std::thread::sleep(Duration::from_millis(150));
            }
        });
        let done = work();
        over.store(true, Relaxed);
        bar.finish_and_clear();
        done
    })
}

/// Writes findings, each with its folder, and the counts.
pub fn tell(
    session: &mut Session<'_>,
    records: &[&Record],
    ledger: &Path,
    folders: Option<&PathBuf>,
    tool: &Tool,
    rate: Option<f64>,
    wants_coverage: bool,
) -> Outcomes<()> {
    let known = known::shipped();
    let findings = ledger::findings(records.iter().copied());
    for finding in &findings {
        let status = known::classify(&known, finding);
        if let Some(folders) = folders {
            folder::write(folders, finding, &status, tool).map_err(|error| cannot_write(session, folders, &error))?;
        }
        session.push_plain(&polyvet_report::Outcome::Finding(Box::new(finding_result(
            finding, &status, folders,
        ))))?;
    }
    if !findings.is_empty() {
        session.set_different();
    }
    let totals = Totals::of(records.iter().copied());
    let mut words: BTreeMap<String, u64> = BTreeMap::new();
    for (word, count) in totals.words.values().flatten() {
        *words.entry(word.clone()).or_default() += count;
    }
    let mut lines: Vec<usize> = findings.iter().map(|finding| finding.lines).collect();
    lines.sort_unstable();
    let (coverage, missing) = match wants_coverage {
        true => (coverage::of(&totals), coverage::missing(&totals)),
        false => (BTreeMap::new(), Vec::new()),
    };
    session.push_plain(&polyvet_report::Outcome::Campaign(Box::new(CampaignResult {
        ledger: ledger.display().to_string(),
        batches: totals.batches,
        programs: totals.programs,
        invalid: totals.invalid,
        programs_per_second: rate,
        words,
        pipelines: totals.words,
        findings: findings.len(),
        lines_median: lines.get(lines.len() / 2).copied(),
        coverage,
        missing,
    })))
}

fn finding_result(finding: &Finding, known: &Known, folders: Option<&PathBuf>) -> FindingResult {
    FindingResult {
        backend: finding.backend.clone(),
        outcome: finding.outcome.clone(),
        pass: finding.family.clone(),
        pipeline: finding.passes.clone(),
        kind: finding.kind.clone(),
        lines: finding.lines,
        folder: folders.map(|folders| folders.join(folder::name(finding)).display().to_string()),
        status: known.status.clone(),
        issue: (!known.issue.is_empty()).then(|| known.issue.clone()),
    }
}
