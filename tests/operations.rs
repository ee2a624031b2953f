//! What must hold of every structured transform, on random programs; see `polyvet_tests::operations`.
//!
//! `POLYVET_RANDOM_CASES` and `POLYVET_RANDOM_SEED` make longer and other runs.

use polyvet_structured::REGISTRY;
use polyvet_tests::mlir_opt::Tools;
use polyvet_tests::operations::{Outcome, pair};
use polyvet_tests::random;
use std::collections::BTreeMap;
use std::io::Write;

const CASES: u64 = 300;

#[test]
fn whatever_is_proved_runs_the_same() {
    let tools = Tools::find();
    if tools.is_none() {
        _ = writeln!(std::io::stderr(), "skipped: no mlir-opt 22 to read what is printed");
    }
    let all = random::all_cases(CASES, |seed, number| pair(seed, number, tools.as_ref()));
    let outcomes: Vec<Outcome> = all.into_iter().flatten().collect();
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    for one in &outcomes {
        *verdicts.entry(&one.verdict).or_default() += 1;
    }
    let applied = random::applied(
        REGISTRY.iter().map(|entry| entry.name),
        outcomes.iter().flat_map(|one| &one.transforms),
    );
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
    random::none_idle(&applied);
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
