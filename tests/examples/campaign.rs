//! `cargo run -p polyvet-tests --example campaign -- --seed 1 --rounds 4`: random programs through all
//! passes of `mlir-opt` 22, see `polyvet_tests::campaign`.
//!
//! What is refuted is shrunk and written to the folder of `--out` (`target/campaign`), one file per pass
//! and kind of fault; `done.txt` there says which rounds are over, so that a campaign that was stopped
//! goes on where it was. The same seed gives the same programs. `--pass NAME` restricts it to passes
//! whose name contains NAME.

use polyvet_generate::case::{numbers, program};
use polyvet_tests::campaign::{Outcome, PASSES, Pass};
use polyvet_tests::mlir_opt::Tools;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Programs per round and pass, one file for `mlir-opt`.
const BATCH: u64 = 16;
/// Findings of one pass and kind that are shrunk.
const SAME_MAX: usize = 3;
/// Runs of the pass for shrinking one finding.
const SHRINK_TRIES: usize = 500;

struct Settings {
    seed: u64,
    rounds: u64,
    only: Vec<String>,
    out: PathBuf,
}

fn settings() -> Result<Settings, String> {
    let mut settings = Settings {
        seed: 1,
        rounds: 1,
        only: Vec::new(),
        out: PathBuf::from("target/campaign"),
    };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next().ok_or(format!("`{arg}` needs a value"))?;
        let number = || value.parse().map_err(|_| format!("`{value}` is not a number"));
        match arg.as_str() {
            "--seed" => settings.seed = number()?,
            "--rounds" => settings.rounds = number()?,
            "--pass" => settings.only.push(value),
            "--out" => settings.out = value.into(),
            _ => return Err(format!("unknown option `{arg}`: --seed --rounds --pass --out")),
        }
    }
    Ok(settings)
}

/// What is shared between the threads.
#[derive(Default)]
struct State {
    finished: usize,
    /// By pass: how often each outcome.
    counts: BTreeMap<&'static str, BTreeMap<&'static str, usize>>,
    kinds: BTreeMap<(&'static str, String), usize>,
    shapes: HashSet<String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let settings = settings()?;
    let tools = Tools::find().ok_or("mlir-opt 22 is not on the path")?;
    std::fs::create_dir_all(&settings.out)?;
    let ledger = settings.out.join("done.txt");
    let done: BTreeSet<String> = std::fs::read_to_string(&ledger)
        .unwrap_or_default()
        .lines()
        .map(str::to_owned)
        .collect();
    let wanted = |pass: &&Pass| settings.only.is_empty() || settings.only.iter().any(|only| pass.name.contains(only));
    let all: Vec<(u64, &Pass)> = (0..settings.rounds)
        .flat_map(|round| PASSES.iter().filter(wanted).map(move |pass| (round, pass)))
        .filter(|(round, pass)| !done.contains(&format!("{} {round} {}", settings.seed, pass.name)))
        .collect();
    let state = Mutex::new(State::default());
    let log = Mutex::new(std::fs::OpenOptions::new().create(true).append(true).open(&ledger)?);
    // A bug of ours may recurse.
    let pool = rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build()?;
    pool.install(|| {
        all.par_iter().for_each(|(round, pass)| {
            batch(&settings, &tools, *round, pass, &state);
            let mut state = state.lock().expect("no panic");
            state.finished += 1;
            _ = writeln!(log.lock().expect("no panic"), "{} {round} {}", settings.seed, pass.name);
            progress(&state, all.len());
        });
    });
    let state = state.into_inner()?;
    println!("\n{:<40} outcomes", "pass");
    for (pass, counts) in &state.counts {
        let counts: Vec<String> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
        println!("{pass:<40} {}", counts.join(", "));
    }
    for ((pass, kind), count) in &state.kinds {
        println!("{pass:<40} {kind}: {count}");
    }
    Ok(())
}

fn progress(state: &State, all: usize) {
    if std::io::stderr().is_terminal() {
        let (refuted, width) = (state.kinds.values().sum::<usize>(), 30);
        let filled = state.finished * width / all.max(1);
        eprint!(
            "\r[{}{}] {}/{all}, {refuted} findings",
            "#".repeat(filled),
            " ".repeat(width - filled),
            state.finished
        );
    }
}

fn batch(settings: &Settings, tools: &Tools, round: u64, pass: &Pass, state: &Mutex<State>) {
    let cases: Vec<Vec<u16>> = (0..BATCH).map(|n| numbers(settings.seed, round * BATCH + n)).collect();
    let texts: Vec<String> = cases.iter().map(|numbers| program(pass.input, numbers)).collect();
    for (numbers, (_, _, outcome)) in cases.into_iter().zip(pass.try_all(tools, &texts)) {
        let kind = outcome.kind();
        let fresh = {
            let mut state = state.lock().expect("no panic");
            *state
                .counts
                .entry(pass.name)
                .or_default()
                .entry(outcome.name())
                .or_default() += 1;
            let interesting = !matches!(outcome, Outcome::Proved | Outcome::Unchanged | Outcome::Tested(_));
            let count = match interesting {
                true => state.kinds.entry((pass.name, kind.clone())).or_default(),
                false => continue,
            };
            *count += 1;
            *count <= SAME_MAX
        };
        if !fresh {
            continue;
        }
        let tries = match outcome {
            Outcome::Refuted(_) => SHRINK_TRIES,
            _ => 0,
        };
        let small = pass.shrink(tools, numbers, &kind, tries);
        let (before, after, outcome) = pass.try_one(tools, &program(pass.input, &small));
        note(&settings.out, pass, &outcome, &before, &after, state);
    }
}

/// Keeps a finding, if none of its shape is there.
fn note(out: &Path, pass: &Pass, outcome: &Outcome, before: &str, after: &str, state: &Mutex<State>) {
    let shape: String = before.chars().filter(|c| !c.is_ascii_digit()).collect();
    let mut state = state.lock().expect("no panic");
    if !state.shapes.insert(format!("{} {shape}", pass.name)) {
        return;
    }
    let kind = outcome.kind().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let number = state.shapes.len();
    let what = match outcome {
        Outcome::Refuted(witness) => format!(
            "{} at {:?}: {:?} is {:?}, then {:?}",
            witness.kind.name(),
            witness.params,
            witness.replay.element,
            witness.replay.before,
            witness.replay.after
        ),
        other => format!("{other:?}"),
    };
    let text = format!(
        "// {}\n// {}\n// before {}\n// {what}\n{before}\n// after\n{after}",
        pass.name, pass.pipeline, pass.prepare
    );
    let name = format!("{}-{kind}-{number}.mlir", pass.name);
    if let Err(error) = std::fs::write(out.join(&name), text) {
        eprintln!("cannot write {name}: {error}");
    }
}
