//! Random programs under random scripts: what polyvet answers against what happens when they run.
//!
//! `polyvet_tests::random` says how many cases are tried, and which variables choose others. A failure prints the shrunk
//! case as a file for `corpus/regressions/`; `POLYVET_RANDOM_UNKNOWN` prints what was not decided.

use polyvet_generate::affine;
use polyvet_generate::choices::Choices;
use polyvet_tests::judge::{BareAnswer, Real};
use polyvet_tests::property;
use polyvet_tests::property::CaseOutcome;
use polyvet_tests::random::{campaign, tell};
use proptest::collection::vec;
use proptest::num::u16::ANY;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// In `make test`, and in `make test-all`.
const CASES: [u64; 2] = [200, 12_000];

#[derive(Clone, Debug, Default)]
struct Shares {
    proved: usize,
    reassociated: usize,
    refuted: usize,
    tested: usize,
    unknown: usize,
    inapplicable: usize,
    inputs: usize,
    valid: usize,
}

impl Shares {
    fn count(&mut self, outcome: &CaseOutcome) {
        *match outcome.answer {
            Some(BareAnswer::Proved) => &mut self.proved,
            Some(BareAnswer::Reassociated) => &mut self.reassociated,
            Some(BareAnswer::Refuted) => &mut self.refuted,
            Some(BareAnswer::Tested) => &mut self.tested,
            Some(BareAnswer::Unknown) => &mut self.unknown,
            None => &mut self.inapplicable,
        } += 1;
        self.inputs += outcome.inputs;
        self.valid += outcome.valid;
    }

    fn decided(&self) -> usize {
        self.proved + self.reassociated + self.refuted
    }
}

/// One case from its choices: the program, the script, and what became of them.
fn case(numbers: &[u16]) -> (String, Result<CaseOutcome, String>) {
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

fn message(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<String>().cloned();
    text.or(cause.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_default()
}

/// Case `number` of a seed; shrunk if it is wrong.
fn run(seed: u64, number: u64) -> Result<CaseOutcome, String> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    let config = Config {
        cases: 1,
        failure_persistence: None,
        max_shrink_iters: 600,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let found = RefCell::new(None);
    let result = runner.run(&vec(ANY, 30..160), |numbers| match case(&numbers) {
        (file, Ok(outcome)) => {
            if let Some(reason) = &outcome.reason
                && std::env::var_os("POLYVET_RANDOM_UNKNOWN").is_some()
            {
                tell(&format!("// why:    unknown, {reason}; {:?}\n{file}", outcome.missed));
            }
            found.replace(Some(outcome));
            Ok(())
        }
        (_, Err(broken)) => Err(TestCaseError::fail(broken)),
    });
    match result {
        Ok(()) => Ok(found.into_inner().expect("one case was tried")),
        Err(TestError::Fail(broken, numbers)) => Err(format!("// why:    {broken}\n{}", case(&numbers).0)),
        Err(other) => Err(other.to_string()),
    }
}

#[test]
fn verdicts_agree_with_runs() {
    let mut shares = Shares::default();
    for outcome in campaign("random", CASES, run) {
        shares.count(&outcome);
    }
    let decided = shares.decided();
    tell(&format!(
        "random: {decided} decided: {} proved, {} reassociated, {} refuted, {} tested; {} unknown, {} inapplicable; {} of {} inputs \
         valid",
        shares.proved,
        shares.reassociated,
        shares.refuted,
        shares.tested,
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
