//! Campaigns of random cases: a fixed set, the same on every machine and the one that tests assert shares of, and fresh
//! cases until a budget of time ends. A case that fails is made smaller: it is a sequence of choices, of which parts are left
//! out or made 0, the simplest choice, as long as the case still fails (as Hypothesis and proptest do). What is left is
//! shown, and belongs into `corpus/regressions`.
//!
//! | variable | meaning |
//! | --- | --- |
//! | `POLYVET_RANDOM_BUDGET_MS` | milliseconds of fresh cases in each campaign; 1000 without it, 0 for none |
//! | `POLYVET_RANDOM_SEED` | `SEED`: the fresh cases are those of this seed. `SEED:CASE`: this case is tried before all others |
//! | `POLYVET_RANDOM_CASES` | size of the fixed sets |
//! | `POLYVET_TEST_ALL` | the fixed sets are the large ones (`make test-all`) |

use rayon::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant, SystemTime};

/// Cases that are tried to make one smaller.
const SHRINKS_MAX: usize = 400;
/// How long.
const SHRINKING: Duration = Duration::from_secs(60);

thread_local! {
    /// Choices that are tried in the place of those of a case.
    static CHOSEN: RefCell<Option<Vec<u16>>> = const { RefCell::new(None) };
    /// The choices that were asked for last.
    static ASKED: RefCell<Option<Vec<u16>>> = const { RefCell::new(None) };
}

/// The choices of a case, which a campaign may make smaller.
pub fn numbers(seed: u64, number: u64) -> Vec<u16> {
    let chosen = CHOSEN.with_borrow(Clone::clone);
    let numbers = chosen.unwrap_or_else(|| polyvet_generate::case::numbers(seed, number));
    ASKED.set(Some(numbers.clone()));
    numbers
}

/// The smallest choices for which `fails` still says why, and that; `None` if nothing smaller fails.
fn smaller(start: &[u16], fails: impl Fn(&[u16]) -> Option<String>) -> Option<(Vec<u16>, String)> {
    let (began, mut tried) = (Instant::now(), 0);
    let mut best = start.to_vec();
    let mut found = None;
    let mut attempt = |best: &mut Vec<u16>, candidate: Vec<u16>| {
        tried += 1;
        if tried > SHRINKS_MAX || began.elapsed() > SHRINKING || candidate == *best {
            return false;
        }
        match fails(&candidate) {
            Some(why) => {
                *best = candidate.clone();
                found = Some((candidate, why));
                true
            }
            None => false,
        }
    };
    let mut size = best.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < best.len() {
            let end = (at + size).min(best.len());
            let without = [&best[..at], &best[end..]].concat();
            let mut zeros = best.clone();
            zeros[at..end].fill(0);
            if !attempt(&mut best, without) {
                attempt(&mut best, zeros);
                at += size;
            }
        }
        size /= 2;
    }
    found
}

/// Stack of a worker: isl and the checkers recurse over deep programs.
const STACK: usize = 64 << 20;
/// Seed of the fixed sets.
const FIXED_SEED: u64 = 1;
/// Wrong cases that are shown.
const SHOWN_MAX: usize = 5;

/// Environment variable `name` as a number.
pub fn from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| number(name, &text))
}

fn number(name: &str, text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number"))
}

/// Whether the long tests are to be run in full.
pub fn is_test_all() -> bool {
    std::env::var_os("POLYVET_TEST_ALL").is_some()
}

/// Threads for cases, one for each core.
pub fn pool() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .stack_size(STACK)
        .build()
        .expect("threads")
}

/// Writes a line that every log should have: past the capture of the test harness.
pub fn tell(line: &str) {
    _ = writeln!(std::io::stderr(), "{line}");
}

/// What is tried besides the fixed set.
struct Fresh {
    seed: u64,
    /// A case to try before all others.
    first: Option<u64>,
    budget: Duration,
}

impl Fresh {
    fn from_env() -> Fresh {
        const SEED: &str = "POLYVET_RANDOM_SEED";
        let budget = Duration::from_millis(from_env("POLYVET_RANDOM_BUDGET_MS", 1000));
        let Ok(text) = std::env::var(SEED) else {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            let seed = now.map_or(2, |now| now.as_millis() as u64 % 1_000_000_000);
            return Fresh {
                seed,
                first: None,
                budget,
            };
        };
        let (seed, first) = match text.split_once(':') {
            Some((seed, case)) => (seed, Some(number(SEED, case))),
            None => (text.as_str(), None),
        };
        Fresh {
            seed: number(SEED, seed),
            first,
            budget,
        }
    }
}

/// Tries the fixed set of cases, `usual` of them or `long` in `make test-all`, then fresh ones, side by side. Panics with
/// the first few contradictions if there are any, and says how each is tried again.
///
/// Returns what became of the fixed set, so that what is asserted of it holds on every machine.
pub fn campaign<T: Send>(
    name: &str,
    [usual, long]: [u64; 2],
    case: impl Fn(u64, u64) -> Result<T, String> + Sync,
) -> Vec<T> {
    let cases = from_env("POLYVET_RANDOM_CASES", if is_test_all() { long } else { usual });
    let fresh = Fresh::from_env();
    let tried = |seed: u64, number: u64| {
        let again = || format!("case {number} of {name}, again by POLYVET_RANDOM_SEED={seed}:{number}");
        ASKED.set(None);
        let result = catch_unwind(AssertUnwindSafe(|| case(seed, number)));
        let Ok(result) = result else {
            return Err(format!("{}\na panic, shown above", again()));
        };
        result.map_err(|why| {
            let Some(choices) = ASKED.take() else {
                return format!("{}\n{why}", again());
            };
            let found = smaller(&choices, |choices| {
                CHOSEN.set(Some(choices.to_vec()));
                let result = catch_unwind(AssertUnwindSafe(|| case(seed, number)));
                CHOSEN.set(None);
                result.ok()?.err()
            });
            match found {
                Some((choices, less)) => format!(
                    "{}; made smaller, {} choices:\n{less}\n\nas it was:\n{why}",
                    again(),
                    choices.len()
                ),
                None => format!("{}\n{why}", again()),
            }
        })
    };
    if let Some(number) = fresh.first {
        none_wrong(tried(fresh.seed, number).err().into_iter().collect());
    }
    let pool = pool();
    let start = Instant::now();
    let fixed: Vec<_> = pool.install(|| (0..cases).into_par_iter().map(|n| tried(FIXED_SEED, n)).collect());
    let took = start.elapsed();
    let (good, mut wrong): (Vec<T>, Vec<String>) =
        fixed
            .into_iter()
            .fold(Default::default(), |(mut good, mut wrong), one| {
                match one {
                    Ok(one) => good.push(one),
                    Err(why) => wrong.push(why),
                }
                (good, wrong)
            });
    let (start, next) = (Instant::now(), AtomicU64::new(0));
    let worker = |_: rayon::BroadcastContext<'_>| {
        let mut wrong = Vec::new();
        while start.elapsed() < fresh.budget && wrong.is_empty() {
            wrong.extend(tried(fresh.seed, next.fetch_add(1, Relaxed)).err());
        }
        wrong
    };
    wrong.extend(pool.broadcast(worker).into_iter().flatten());
    tell(&format!(
        "{name}: {cases} fixed cases in {took:.1?}, {} fresh ones of seed {} in {:.1?}",
        next.into_inner(),
        fresh.seed,
        start.elapsed()
    ));
    none_wrong(wrong);
    good
}

fn none_wrong(wrong: Vec<String>) {
    let shown = &wrong[..wrong.len().min(SHOWN_MAX)];
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), shown.join("\n"));
}

/// What a campaign on the command line tries (`tests/examples`).
#[derive(Clone, Copy, Debug)]
pub struct Numbered {
    /// How many cases.
    pub cases: u64,
    /// Of this seed.
    pub seed: u64,
    /// The number of the first one: a campaign that was stopped goes on there.
    pub first: u64,
}

impl Numbered {
    /// From the arguments of the program: `option` says how many, or else there are `usual`; `--seed`, `--first`.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn from_args(option: &str, usual: u64) -> Result<Numbered, String> {
        let mut asked = Numbered {
            cases: usual,
            seed: 1,
            first: 0,
        };
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            let value = args.next().ok_or(format!("`{arg}` needs a value"))?;
            let number = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
            match arg.as_str() {
                "--seed" => asked.seed = number,
                "--first" => asked.first = number,
                other if other == option => asked.cases = number,
                _ => return Err(format!("unknown option `{arg}`: {option} --seed --first")),
            }
        }
        Ok(asked)
    }

    /// Tries all cases, `batch` of them at a time side by side; `done` gets what came of a batch, and how many cases were
    /// tried by then.
    pub fn in_batches<T: Send>(&self, batch: u64, case: impl Fn(u64) -> T + Sync, mut done: impl FnMut(Vec<T>, u64)) {
        let (pool, end) = (pool(), self.first + self.cases);
        let mut next = self.first;
        while next < end {
            let numbers = next..(next + batch).min(end);
            next = numbers.end;
            let results = pool.install(|| numbers.into_par_iter().map(&case).collect());
            done(results, next - self.first);
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_made_smaller() {
        let large = |choices: &[u16]| choices.iter().filter(|choice| **choice > 9).count();
        let start: Vec<u16> = (0..120).collect();
        let fails = |choices: &[u16]| (large(choices) >= 2).then(|| format!("{choices:?}"));
        let (choices, why) = smaller(&start, fails).expect("it fails with less");
        assert_eq!((choices.len(), large(&choices)), (2, 2), "{why}");
        assert!(smaller(&[10, 10], fails).is_none());
    }

    #[test]
    fn the_smaller_case_is_what_a_campaign_shows() {
        let case = |seed, number| {
            let numbers = numbers(seed, number);
            match numbers.iter().any(|number| number % 2 == 1) {
                true => Err(format!("{} numbers", numbers.len())),
                false => Ok(()),
            }
        };
        let shown = catch_unwind(|| campaign("small", [1, 1], case)).expect_err("a case is wrong");
        let text = shown.downcast_ref::<String>().cloned().unwrap_or_default();
        assert!(text.contains("made smaller, 1 choices:\n1 numbers"), "{text}");
    }
}
