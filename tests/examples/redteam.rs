//! `cargo run --release -p polyvet-tests --example redteam -- --mutants 20000 --seed 1`: the red team as a campaign; see
//! `polyvet_tests::redteam`. Contradictions are printed as they are found, progress and the table of outcomes go to
//! standard error, the exit status is 1 if there was one. `--first N` goes on after a stop.

use polyvet_tests::random::Numbered;
use polyvet_tests::redteam::{MutantOutcome, attack, targets};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// Mutants between two lines of progress.
const BATCH: u64 = 200;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let asked = Numbered::from_args("--mutants", 20_000).and_then(|asked| Ok((asked, targets(root)?)));
    let (asked, targets) = match asked {
        Ok(asked) => asked,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    let seed = asked.seed;
    let start = Instant::now();
    let mut table: BTreeMap<&str, BTreeMap<MutantOutcome, usize>> = BTreeMap::new();
    let mut wrong = 0;
    let tried = |number| {
        let result = catch_unwind(AssertUnwindSafe(|| attack(&targets, seed, number)));
        (number, result.unwrap_or_else(|_| Err("a panic".to_owned())))
    };
    asked.in_batches(BATCH, tried, |results, count| {
        for (number, result) in results {
            match result {
                Ok((kind, outcome)) => *table.entry(kind).or_default().entry(outcome).or_default() += 1,
                Err(why) => {
                    wrong += 1;
                    println!("// mutant {number} of seed {seed}: {why}\n");
                }
            }
        }
        eprintln!("{count} mutants in {:.0?}, {wrong} wrong", start.elapsed());
    });
    for (kind, outcomes) in &table {
        eprintln!("{kind}: {outcomes:?}");
    }
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
