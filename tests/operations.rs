//! What must hold of every structured transform, on random programs; see `polyvet_tests::operations`.
//!
//! `POLYVET_RANDOM_CASES` and `POLYVET_RANDOM_SEED` make longer and other runs.

use polyvet_structured::REGISTRY;
use polyvet_tests::mlir_opt::Tools;
use polyvet_tests::operations::{Outcome, pair};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::Write;

const CASES: u64 = 300;

fn from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| {
        text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number"))
    })
}

#[test]
fn whatever_is_proved_runs_the_same() {
    let cases = from_env("POLYVET_RANDOM_CASES", CASES);
    let seed = from_env("POLYVET_RANDOM_SEED", 1);
    let tools = Tools::find();
    if tools.is_none() {
        _ = writeln!(std::io::stderr(), "skipped: no mlir-opt 22 to read what is printed");
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .stack_size(64 << 20)
        .build()
        .expect("threads");
    let all: Vec<_> = pool.install(|| {
        let numbers = (0..cases).into_par_iter();
        numbers.map(|number| pair(seed, number, tools.as_ref())).collect()
    });
    let wrong: Vec<&String> = all.iter().filter_map(|one| one.as_ref().err()).collect();
    let shown: Vec<&str> = wrong.iter().take(5).map(|why| why.as_str()).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), shown.join("\n"));
    let outcomes: Vec<Outcome> = all.into_iter().flatten().flatten().collect();
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut applied: BTreeMap<&str, usize> = REGISTRY.iter().map(|entry| (entry.name, 0)).collect();
    for one in &outcomes {
        *verdicts.entry(&one.verdict).or_default() += 1;
        for name in &one.transforms {
            *applied.entry(name).or_default() += 1;
        }
    }
    // Past the capture of the test harness.
    _ = writeln!(
        std::io::stderr(),
        "operations: {} pairs: {verdicts:?}; {} runs; applied {applied:?}",
        outcomes.len(),
        outcomes.iter().map(|one| one.inputs).sum::<usize>(),
    );
    for verdict in ["proved bitwise", "proved reassociated", "refuted"] {
        assert!(verdicts.contains_key(verdict), "none is {verdict}");
    }
    let idle: Vec<&&str> = applied
        .iter()
        .filter(|(_, count)| **count == 0)
        .map(|(name, _)| name)
        .collect();
    assert!(idle.is_empty(), "no random program has a place for {idle:?}");
}

#[test]
fn names_in_the_list_are_sorted_and_no_others() {
    assert!(REGISTRY.is_sorted_by(|one, next| one.name < next.name));
    let taken = |name: &str| polyvet_transforms::REGISTRY.iter().any(|entry| entry.name == name);
    let both: Vec<&str> = REGISTRY
        .iter()
        .map(|entry| entry.name)
        .filter(|name| taken(name))
        .collect();
    assert!(both.is_empty(), "{both:?} are transforms of loops too");
}

#[test]
fn examples_can_be_read() {
    for entry in REGISTRY {
        let script = polyvet_structured::parse_script(entry.example).expect("an example is a script");
        assert_eq!(script.structured.len(), 1, "{}", entry.example);
        assert!(entry.example.starts_with(entry.name));
    }
}
