//! `cargo run --release -p polyvet-tests --example redteam -- --mutants 20000 --seed 1`: the red team as a campaign; see
//! `polyvet_tests::redteam`. Contradictions are printed as they are found, progress and the table of outcomes go to
//! standard error, the exit status is 1 if there was one. `--first N` goes on after a stop.

use polyvet_tests::random;
use polyvet_tests::redteam::{Outcome, attack, targets};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// Mutants between two lines of progress.
const BATCH: u64 = 200;

fn settings() -> Result<(u64, u64, u64), String> {
    let (mut mutants, mut seed, mut first) = (20_000, 1, 0);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next().ok_or(format!("`{arg}` needs a value"))?;
        let number = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
        match arg.as_str() {
            "--mutants" => mutants = number,
            "--seed" => seed = number,
            "--first" => first = number,
            _ => return Err(format!("unknown option `{arg}`: --mutants --seed --first")),
        }
    }
    Ok((mutants, seed, first))
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let ((mutants, seed, first), targets) = match settings().and_then(|found| Ok((found, targets(root)?))) {
        Ok(found) => found,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    let pool = random::pool();
    let start = Instant::now();
    let mut table: BTreeMap<&str, BTreeMap<Outcome, usize>> = BTreeMap::new();
    let (mut wrong, mut number) = (0, first);
    let tried = |number| {
        let result = catch_unwind(AssertUnwindSafe(|| attack(&targets, seed, number)));
        (number, result.unwrap_or_else(|_| Err("a panic".to_owned())))
    };
    while number < first + mutants {
        let batch = number..(number + BATCH).min(first + mutants);
        number = batch.end;
        let results: Vec<_> = pool.install(|| batch.into_par_iter().map(tried).collect());
        for (number, result) in results {
            match result {
                Ok((kind, outcome)) => *table.entry(kind).or_default().entry(outcome).or_default() += 1,
                Err(why) => {
                    wrong += 1;
                    println!("// mutant {number} of seed {seed}: {why}\n");
                }
            }
        }
        eprintln!("{} mutants in {:.0?}, {wrong} wrong", number - first, start.elapsed());
    }
    for (kind, outcomes) in &table {
        eprintln!("{kind}: {outcomes:?}");
    }
    if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
