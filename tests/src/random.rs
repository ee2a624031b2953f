//! Random cases by number, side by side: what they are called with, and that none contradicts another.

use rayon::prelude::*;
use std::collections::BTreeMap;

/// Stack of a worker: isl and the checkers recurse over deep programs.
const STACK: usize = 64 << 20;

/// Environment variable `name` as a number.
pub fn from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| {
        text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number"))
    })
}

/// Threads for cases, one for each core.
pub fn pool() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .stack_size(STACK)
        .build()
        .expect("threads")
}

/// What became of cases 0, 1, .. (`POLYVET_RANDOM_CASES` of them, or `default`) of the seed in
/// `POLYVET_RANDOM_SEED`. Panics with the first few contradictions if there are any.
pub fn all_cases<T: Send>(default: u64, case: impl Fn(u64, u64) -> Result<T, String> + Sync) -> Vec<T> {
    let cases = from_env("POLYVET_RANDOM_CASES", default);
    let seed = from_env("POLYVET_RANDOM_SEED", 1);
    let all: Vec<_> = pool().install(|| (0..cases).into_par_iter().map(|number| case(seed, number)).collect());
    let (good, wrong): (Vec<_>, Vec<_>) = all.into_iter().partition(Result::is_ok);
    let told: Vec<String> = wrong
        .iter()
        .take(5)
        .filter_map(|one| one.as_ref().err().cloned())
        .collect();
    assert!(told.is_empty(), "{} wrong:\n{}", wrong.len(), told.join("\n"));
    good.into_iter().flatten().collect()
}

/// How often each of the `known` transforms was applied.
pub fn applied<'a>(
    known: impl IntoIterator<Item = &'static str>,
    names: impl IntoIterator<Item = &'a &'static str>,
) -> BTreeMap<&'static str, usize> {
    let mut applied: BTreeMap<&str, usize> = known.into_iter().map(|name| (name, 0)).collect();
    for name in names {
        *applied.entry(name).or_default() += 1;
    }
    applied
}

/// Panics if a transform was never applied: then nothing was learnt of it.
pub fn none_idle(applied: &BTreeMap<&str, usize>) {
    let idle: Vec<&&str> = applied
        .iter()
        .filter(|(_, count)| **count == 0)
        .map(|(name, _)| name)
        .collect();
    assert!(idle.is_empty(), "no random program has a place for {idle:?}");
}
