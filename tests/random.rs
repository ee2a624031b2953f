//! Random programs under random scripts: what polyvet answers against what happens when they run.
//!
//! `POLYVET_RANDOM_CASES` and `POLYVET_RANDOM_SEED` make longer and other runs; without them every
//! run is the same. A failure prints the shrunk case as a file for `corpus/regressions/`;
//! `POLYVET_RANDOM_UNKNOWN` prints what was not decided.

use polyvet_generate::affine;
use polyvet_generate::choices::Choices;
use polyvet_tests::judge::{Answer, Real};
use polyvet_tests::property;
use polyvet_tests::property::Outcome;
use polyvet_tests::random::from_env;
use proptest::collection::vec;
use proptest::num::u16::ANY;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::any::Any;
use std::cell::RefCell;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

const CASES: u32 = 1_200;
/// Each with its own seed.
const THREADS: u64 = 2;

#[derive(Clone, Debug, Default)]
struct Shares {
    proved: usize,
    reassociated: usize,
    refuted: usize,
    unknown: usize,
    inapplicable: usize,
    inputs: usize,
    valid: usize,
}

impl Shares {
    fn count(&mut self, outcome: &Outcome) {
        *match outcome.answer {
            Some(Answer::Proved) => &mut self.proved,
            Some(Answer::Reassociated) => &mut self.reassociated,
            Some(Answer::Refuted) => &mut self.refuted,
            Some(Answer::Unknown) => &mut self.unknown,
            None => &mut self.inapplicable,
        } += 1;
        self.inputs += outcome.inputs;
        self.valid += outcome.valid;
    }

    fn add(mut self, other: &Shares) -> Shares {
        self.proved += other.proved;
        self.reassociated += other.reassociated;
        self.refuted += other.refuted;
        self.unknown += other.unknown;
        self.inapplicable += other.inapplicable;
        self.inputs += other.inputs;
        self.valid += other.valid;
        self
    }

    fn decided(&self) -> usize {
        self.proved + self.reassociated + self.refuted
    }
}

/// One case from its choices: the program, the script, and what became of them.
fn case(numbers: &[u16]) -> (String, Result<Outcome, String>) {
    let mut choices = Choices::new(numbers);
    let program = affine::program(&mut choices);
    let script = affine::script(&mut choices, &program);
    let check = || property::check(&program, &script, &affine::sizes(&program), &Real);
    let outcome =
        catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|cause| Err(format!("a panic: {}", message(&*cause))));
    let file = format!(
        "// run:    check --transform \"{script}\"\n// expect: TODO\n{}",
        program.text()
    );
    (file, outcome)
}

/// Past the capture of the test harness: some things belong in every log.
fn tell(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn message(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<String>().cloned();
    text.or(cause.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_default()
}

fn run(seed: u64, cases: u32) -> Result<Shares, String> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config {
        cases,
        failure_persistence: None,
        max_shrink_iters: 600,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let shares = RefCell::new(Shares::default());
    let result = runner.run(&vec(ANY, 30..160), |numbers| match case(&numbers) {
        (file, Ok(outcome)) => {
            shares.borrow_mut().count(&outcome);
            if let Some(reason) = outcome
                .reason
                .filter(|_| std::env::var_os("POLYVET_RANDOM_UNKNOWN").is_some())
            {
                tell(&format!("// why:    unknown, {reason}; {:?}\n{file}", outcome.missed));
            }
            Ok(())
        }
        (_, Err(broken)) => Err(TestCaseError::fail(broken)),
    });
    match result {
        Ok(()) => Ok(shares.into_inner()),
        Err(TestError::Fail(broken, numbers)) => Err(format!("// why:    {broken}\n{}", case(&numbers).0)),
        Err(other) => Err(other.to_string()),
    }
}

#[test]
fn verdicts_agree_with_runs() {
    let cases = from_env("POLYVET_RANDOM_CASES", CASES.into());
    let seed = from_env("POLYVET_RANDOM_SEED", 1);
    let start = Instant::now();
    let workers: Vec<_> = (0..THREADS)
        .map(|n| {
            let worker = std::thread::Builder::new().stack_size(16 << 20);
            worker
                .spawn(move || run(seed * THREADS + n, (cases / THREADS) as u32))
                .expect("a thread")
        })
        .collect();
    let results: Vec<_> = workers
        .into_iter()
        .map(|worker| worker.join().unwrap_or_else(|_| Err("a panic, shown above".to_owned())))
        .collect();
    let failures: Vec<_> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    assert!(
        failures.is_empty(),
        "{}",
        failures.iter().map(|f| f.as_str()).collect::<Vec<_>>().join("\n")
    );
    let shares = results.iter().flatten().fold(Shares::default(), Shares::add);
    let decided = shares.decided();
    tell(&format!(
        "random: {decided} decided in {:.0?}: {} proved, {} reassociated, {} refuted; {} unknown, {} inapplicable; \
         {} of {} inputs valid",
        start.elapsed(),
        shares.proved,
        shares.reassociated,
        shares.refuted,
        shares.unknown,
        shares.inapplicable,
        shares.valid,
        shares.inputs,
    ));
    assert!(shares.unknown * 50 <= decided, "more than 2% unknown");
    for (what, share) in [
        ("proved", shares.proved),
        ("refuted", shares.refuted),
        ("reassociated", shares.reassociated),
    ] {
        assert!(
            share * 50 >= decided,
            "fewer than 2% {what}: the generator is too narrow"
        );
    }
    assert!(
        shares.valid * 10 >= shares.inputs * 8,
        "too many inputs on which programs are not defined"
    );
}
