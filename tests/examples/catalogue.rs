//! `cargo run -p polyvet-tests --example catalogue -- --pairs 10000 --seed 1`: random programs under random scripts
//! over the whole catalogue of transforms; see `polyvet_tests::catalogue`. Contradictions are printed as they are
//! found, progress goes to standard error, the exit status is 1 if there was one.

use polyvet_rewrites::entries;
use polyvet_tests::catalogue::pair;
use polyvet_tests::random::{self, Numbered};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What takes longer is reported.
const SLOW: Duration = Duration::from_secs(30);
/// Pairs between two lines of progress.
const BATCH: u64 = 250;

fn main() -> ExitCode {
    let asked = match Numbered::from_args("--pairs", 10_000) {
        Ok(asked) => asked,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    let seed = asked.seed;
    let start = Instant::now();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut applied = random::applied(entries(false).iter().map(|entry| entry.name), []);
    let (mut runs, mut wrong) = (0, 0);
    let timed = |number| {
        let start = Instant::now();
        let result = pair(seed, number);
        (number, result, start.elapsed())
    };
    asked.in_batches(BATCH, timed, |results, count| {
        for (number, result, time) in results {
            if time > SLOW {
                println!("// pair {number} of seed {seed} took {time:.0?}");
            }
            match result {
                Ok(None) => *counts.entry("without a place".to_owned()).or_default() += 1,
                Ok(Some(outcome)) => {
                    *counts
                        .entry(format!("{:?}", outcome.answer).to_lowercase())
                        .or_default() += 1;
                    runs += outcome.inputs;
                    if let Some(why) = outcome.not_generated {
                        println!("// pair {number} of seed {seed}: {why}");
                        *counts.entry("not generated".to_owned()).or_default() += 1;
                    }
                    for name in outcome.transforms {
                        *applied.entry(name).or_default() += 1;
                    }
                }
                Err(why) => {
                    wrong += 1;
                    println!("// pair {number} of seed {seed}: {why}\n");
                }
            }
        }
        let line = format!(
            "{count} pairs in {:.0?}: {counts:?}, {runs} runs, {wrong} wrong",
            start.elapsed()
        );
        match std::io::stderr().is_terminal() {
            true => eprint!("\r{line}"),
            false => eprintln!("{line}"),
        }
    });
    eprintln!("\napplied {applied:?}");
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
