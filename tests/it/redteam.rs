//! Mutants of what real passes made; see `polyvet_tests::redteam`. The campaign is `cargo run -p polyvet-tests --example
//! redteam`.

use polyvet_tests::random::{campaign, tell};
use polyvet_tests::redteam::{KINDS, MutantOutcome, attack, targets};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// In a usual run, and in `make test-all`.
const MUTANTS: [u64; 2] = [80, 3_000];

#[test]
fn no_mutant_is_proved_that_runs_contradict() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let targets = targets(root).expect("the corpus");
    assert!(targets.len() > 100, "only {} targets", targets.len());
    let found = campaign("redteam", MUTANTS, |seed, number| attack(&targets, seed, number));
    let mut counts: BTreeMap<MutantOutcome, usize> = BTreeMap::new();
    for (_, outcome) in &found {
        *counts.entry(*outcome).or_default() += 1;
    }
    tell(&format!("redteam: {counts:?}"));
    let count = |outcome| counts.get(&outcome).copied().unwrap_or(0);
    // A red team that breaks nothing, or whose proofs are never executed, would not see anything.
    assert!(count(MutantOutcome::Refuted) * 5 > found.len(), "{counts:?}");
    assert!(count(MutantOutcome::Equal) > 0, "{counts:?}");
    let used: BTreeSet<&str> = found
        .iter()
        .filter(|(_, outcome)| *outcome != MutantOutcome::Refused)
        .map(|(kind, _)| *kind)
        .collect();
    let idle: Vec<&str> = KINDS
        .iter()
        .map(|kind| kind.name)
        .filter(|name| !used.contains(name))
        .collect();
    assert!(idle.is_empty(), "never a program: {idle:?}");
}
