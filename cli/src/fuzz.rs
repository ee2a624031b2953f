//! `polyvet fuzz`: random programs through another backend.

use crate::STACK_BYTES;
use crate::ShowProgress;
use crate::args::{FuzzArgs, FuzzMode};
use crate::input::read_source;
use crate::session::{Outcomes, Session, Told};
use indicatif::{ProgressBar, ProgressStyle};
use polyvet_backend::process::{self, ProcessLimits};
use polyvet_backend::{Backend, JobForm};
use polyvet_fuzz::campaign::{self, CampaignSettings, CampaignTurn, Progress};
use polyvet_fuzz::coverage;
use polyvet_fuzz::execute::BackendExecutor;
use polyvet_fuzz::folder::{self, FolderTool};
use polyvet_fuzz::known::{self, KnownFault};
use polyvet_fuzz::ledger::{self, Finding, Record, Totals};
use polyvet_fuzz::oracle::Oracle;
use polyvet_fuzz::pipeline::{self, Pipeline};
use polyvet_fuzz::validate::{self, Validator};
use polyvet_generate::weights::Weights;
use polyvet_report::{CampaignResult, FindingResult, ModeResult};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// Runs the command.
pub fn run(session: &mut Session<'_>, args: &FuzzArgs) -> Outcomes<()> {
    let weights = weights(session, args)?;
    let backend = backend(session, args)?;
    let modes = modes(session, args, &backend);
    std::fs::create_dir_all(&args.out).map_err(|error| cannot_write(session, &args.out, &error))?;
    let ledger = args.out.join(match args.shard {
        (0, 1) => "ledger.jsonl".to_owned(),
        (part, all) => format!("shard_{part}_of_{all}.jsonl"),
    });
    let deadline = args.count.is_none().then(|| Instant::now() + args.time);
    let settings: Vec<CampaignSettings> = (modes.iter().zip(counts(args.count, &modes)))
        .map(|(mode, count)| CampaignSettings {
            weights: weights.clone(),
            backend: args.backend.clone(),
            pipelines: pipelines(args, *mode),
            seed: args.seed,
            shard: args.shard,
            count,
            deadline,
            dependences: args.coverage,
            runner: runs(&backend).then(|| BackendExecutor {
                backend: backend.clone(),
            }),
            ledger: ledger.clone(),
        })
        .collect();
    let apply = |passes: &str, text: &str| validate::apply(&backend, passes, text);
    let oracles: Vec<Box<dyn Oracle + '_>> = modes.iter().map(|mode| oracle(*mode, &backend, &apply)).collect();
    let turns: Vec<CampaignTurn<'_>> = (modes.iter().zip(&settings).zip(&oracles))
        .map(|((mode, settings), oracle)| CampaignTurn {
            settings,
            oracle: &**oracle,
            part: part(*mode),
        })
        .collect();
    let keys: Vec<String> = (turns.iter())
        .map(|turn| turn.settings.campaign(turn.oracle).key)
        .collect();
    tell_others(session, &ledger, &keys).map_err(|error| cannot_write(session, &ledger, &error))?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs.map_or(0, usize::from))
        .stack_size(STACK_BYTES)
        .build()
        .map_err(|error| session.error("threads", format!("cannot start threads: {error}")))?;
    let (progress, start) = (Progress::default(), Instant::now());
    let winding = process::Winding::start();
    let done = watched(session, &progress, || {
        pool.install(|| campaign::take_turns(&turns, &progress))
    });
    let done = done.map_err(|error| cannot_write(session, &ledger, &error))?;
    drop(winding);
    let ours = |record: &&Record| match record {
        Record::Batch(batch) => keys.contains(&batch.campaign),
        _ => true,
    };
    let programs = progress.programs.load(Relaxed);
    let timing = Timing {
        rate: (programs > 0).then(|| programs as f64 / start.elapsed().as_secs_f64()),
        spent: (turns.iter().map(|turn| turn.oracle.mode()).zip(done.spent)).collect(),
    };
    let records: Vec<&Record> = done.records.iter().filter(ours).collect();
    let folders = args.out.join("findings");
    tell(
        session,
        &records,
        &ledger,
        Some(&folders),
        &tool(&backend),
        &timing,
        args.coverage,
    )
}

/// How long a run took; nothing is known of ledgers that were only read.
#[derive(Default)]
pub struct Timing {
    /// Programs a second.
    rate: Option<f64>,
    /// Time of each mode.
    spent: BTreeMap<&'static str, Duration>,
}

/// The modes that take turns: those that the backend allows, where `all` are requested.
fn modes(session: &mut Session<'_>, args: &FuzzArgs, backend: &Backend) -> Vec<FuzzMode> {
    if args.mode != FuzzMode::All {
        return vec![args.mode];
    }
    let mut modes = vec![FuzzMode::Interpret, FuzzMode::Validate, FuzzMode::Execute];
    if backend.description().pass.is_none() {
        let message = format!(
            "backend `{}` runs no passes; its own results are compared",
            args.backend
        );
        session.note("campaign", message);
        modes = vec![FuzzMode::Execute];
    } else if let Err(missing) = backend.find_tools() {
        session.note("campaign", format!("no programs are run in the backend: {missing}"));
        modes.pop();
    }
    modes
}

/// A mode's part of the time and of the programs: most faults of passes are found by running what they make.
fn part(mode: FuzzMode) -> u32 {
    match mode {
        FuzzMode::Interpret => 2,
        _ => 1,
    }
}

/// Of so many programs, those of each mode.
fn counts(count: Option<u64>, modes: &[FuzzMode]) -> Vec<Option<u64>> {
    let Some(count) = count else {
        return vec![None; modes.len()];
    };
    let whole: u64 = modes.iter().map(|mode| u64::from(part(*mode))).sum();
    let mut left = count;
    let later = modes.iter().skip(1).map(|mode| {
        let own = count * u64::from(part(*mode)) / whole;
        left -= own;
        Some(own)
    });
    let later: Vec<Option<u64>> = later.collect();
    std::iter::once(Some(left)).chain(later).collect()
}

fn pipelines(args: &FuzzArgs, mode: FuzzMode) -> Vec<Pipeline> {
    match &args.pass[..] {
        [] if mode == FuzzMode::Execute => pipeline::none(),
        [] => pipeline::shipped(),
        asked => asked.iter().flat_map(|text| pipeline::asked(text)).collect(),
    }
}

/// Whether reduced programs can be run in the backend.
fn runs(backend: &Backend) -> bool {
    backend.description().program == JobForm::Main && backend.find_tools().is_ok()
}

fn oracle<'o>(mode: FuzzMode, backend: &Backend, apply: &'o validate::Apply<'o>) -> Box<dyn Oracle + 'o> {
    match mode {
        FuzzMode::Execute => Box::new(BackendExecutor {
            backend: backend.clone(),
        }),
        _ => Box::new(Validator {
            apply,
            proves: mode == FuzzMode::Validate,
        }),
    }
}

/// Says what else is in the ledger: findings of other campaigns are listed too.
fn tell_others(session: &mut Session<'_>, ledger: &Path, keys: &[String]) -> std::io::Result<()> {
    let records = ledger::read(ledger)?.records;
    let others = records.iter().filter_map(|record| match record {
        Record::Campaign(other) if !keys.contains(&other.key) => {
            Some(format!("seed {} with `--mode {}`", other.seed, other.mode))
        }
        _ => None,
    });
    let mut others: Vec<String> = others.collect();
    others.sort();
    others.dedup();
    if !others.is_empty() {
        let message = format!(
            "`{}` has other campaigns ({}); what they found is listed too, their programs are not counted",
            ledger.display(),
            others.join(", ")
        );
        session.note("campaign", message);
    }
    Ok(())
}

/// The weights that were requested.
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
    backend.set_lowering(polyvet_rewrites::operations::loops::as_loops);
    let passes = matches!(args.mode, FuzzMode::Interpret | FuzzMode::Validate) || !args.pass.is_empty();
    if backend.description().pass.is_none() && passes {
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
    let limits = ProcessLimits {
        wall: Duration::from_secs(args.timeout),
        ..backend.limits()
    };
    backend.set_limits(limits);
    Ok(backend)
}

/// The program that runs the passes, and its version.
fn tool(backend: &Backend) -> FolderTool {
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
    FolderTool {
        program,
        version: version.unwrap_or_default(),
    }
}

fn cannot_write(session: &mut Session<'_>, path: &Path, error: &std::io::Error) -> Told {
    session.error("cannot-write", format!("cannot write `{}`: {error}", path.display()))
}

/// Says how far the work has come, and what it finds: drawn where somebody may be looking, else a line at a time.
fn watched<T: Send>(session: &mut Session<'_>, progress: &Progress, work: impl FnOnce() -> T + Send) -> T {
    let how = session.progress();
    if how == ShowProgress::No {
        return work();
    }
    let bar = match how {
        ShowProgress::Drawn => ProgressBar::new_spinner(),
        _ => ProgressBar::hidden(),
    };
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
    let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
    let (start, mut told) = (Instant::now(), Duration::ZERO);
    std::thread::scope(|scope| {
        // The streams are this thread's.
        let worker = scope.spawn(work);
        while !worker.is_finished() {
            std::thread::sleep(Duration::from_millis(100));
            let news = progress.news();
            let line = far(progress, start.elapsed());
            if how == ShowProgress::Drawn {
                news.iter().for_each(|line| bar.println(line));
                bar.set_message(line);
                bar.tick();
                continue;
            }
            news.iter().for_each(|line| session.progress_line(line));
            if start.elapsed() >= told + pause(told) {
                told = start.elapsed();
                session.progress_line(&format!("{:.0} s: {line}", told.as_secs_f64()));
            }
        }
        bar.finish_and_clear();
        match worker.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// How long nothing is said: a line a second in the first minute, later one in ten.
fn pause(told: Duration) -> Duration {
    Duration::from_secs(if told < Duration::from_secs(60) { 1 } else { 10 })
}

fn far(progress: &Progress, elapsed: Duration) -> String {
    let programs = progress.programs.load(Relaxed);
    format!(
        "{programs} programs judged, {:.1} a second; {} smaller ones while shrinking; distinct findings: {}",
        programs as f64 / elapsed.as_secs_f64().max(0.001),
        progress.candidates.load(Relaxed),
        progress.findings.load(Relaxed),
    )
}

/// Writes findings, each with its folder, and the counts.
pub fn tell(
    session: &mut Session<'_>,
    records: &[&Record],
    ledger: &Path,
    folders: Option<&PathBuf>,
    tool: &FolderTool,
    timing: &Timing,
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
        programs_per_second: timing.rate,
        modes: shares(records, &findings, timing),
        words,
        pipelines: totals.words,
        findings: findings.len(),
        lines_median: lines.get(lines.len() / 2).copied(),
        coverage,
        missing,
    })))
}

/// What each mode did.
fn shares(records: &[&Record], findings: &[&Finding], timing: &Timing) -> Vec<ModeResult> {
    let mut modes: BTreeMap<&str, ModeResult> = BTreeMap::new();
    let mut mode_of: BTreeMap<&str, &str> = BTreeMap::new();
    for record in records {
        if let Record::Campaign(campaign) = record {
            mode_of.insert(&campaign.key, &campaign.mode);
        }
    }
    for record in records {
        let Record::Batch(batch) = record else { continue };
        let Some(mode) = mode_of.get(batch.campaign.as_str()) else {
            continue;
        };
        let result = modes.entry(mode).or_insert_with(|| ModeResult {
            mode: (*mode).to_owned(),
            seconds: timing
                .spent
                .get(mode)
                .map(|spent| (spent.as_secs_f64() * 10.0).round() / 10.0),
            programs: 0,
            findings: findings.iter().filter(|finding| finding.mode == *mode).count(),
        });
        result.programs += batch.programs;
    }
    modes.into_values().collect()
}

fn finding_result(finding: &Finding, known: &KnownFault, folders: Option<&PathBuf>) -> FindingResult {
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
