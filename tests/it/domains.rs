//! The fast executors against the reference on random programs, in every domain: numbers (drawn, whole, special),
//! lanes, numbers with error bounds, terms strict and reassociated, and the field.
//!
//! `polyvet_tests::random` says how many cases are tried, and which variables choose others.

use polyvet_generate::affine;
use polyvet_generate::case::{InputFamily, RandomCase};
use polyvet_generate::choices::Choices;
use polyvet_generate::weights::Weights;
use polyvet_tests::model::parse;
use polyvet_tests::random::campaign;
use polyvet_tests::random::numbers;
use polyvet_tests::runs::executors_agree;

/// In `make test`, and in `make test-all`.
const CASES: [u64; 2] = [90, 1500];
/// Larger than the sizes of the other tests, so that loops are long enough for columns.
const PARAMS: [&[i64]; 3] = [&[], &[17], &[19, 23]];

/// What became of a case.
#[derive(Clone, Copy, Default)]
struct Outcome {
    runs: usize,
    defined: usize,
    nests: u64,
    columns: u64,
    in_order: u64,
}

fn case(seed: u64, number: u64) -> Result<Outcome, String> {
    let numbers = numbers(seed, number);
    let input = if number % 3 == 2 {
        InputFamily::Structured
    } else {
        InputFamily::Affine
    };
    let mut case = RandomCase::new(input, &numbers, &Weights::plain());
    if input == InputFamily::Affine {
        let program = affine::program(&mut Choices::new(&numbers));
        case.sizes
            .extend(PARAMS.get(program.params).and_then(|params| program.sizes(params)));
    }
    let module = parse(&case.text)?;
    let mut outcome = Outcome::default();
    for sizes in &case.sizes {
        let found = executors_agree(&module, "random", sizes);
        let (tally, defined) = found.map_err(|why| format!("case {number} of seed {seed}: {why}\n{}", case.text))?;
        outcome.runs += 1;
        outcome.defined += defined;
        outcome.nests += tally.fast;
        outcome.columns += tally.columns;
        outcome.in_order += tally.in_order;
    }
    Ok(outcome)
}

#[test]
fn executors_agree_in_every_domain() {
    let outcomes = campaign("domains", CASES, case);
    let sum = |of: fn(&Outcome) -> u64| outcomes.iter().map(of).sum::<u64>();
    let [runs, defined] = [sum(|one| one.runs as u64), sum(|one| one.defined as u64)];
    let [nests, columns, in_order] = [sum(|one| one.nests), sum(|one| one.columns), sum(|one| one.in_order)];
    println!(
        "{} programs, {runs} sizes in 10 ways each, {defined} defined; {nests} nests fast, {columns} iterations as columns, {in_order} in order",
        outcomes.len()
    );
    assert!(
        defined > runs && nests > runs,
        "{defined} of {runs} are defined, {nests} nests ran fast"
    );
    assert!(
        columns > 1000 && in_order > 1000,
        "{columns} iterations as columns, {in_order} in order"
    );
}

/// Found by random graphs of operations: the steps of operations without loops were not counted.
#[test]
fn operations_without_loops_take_steps() {
    let text = "func.func @one(%A: tensor<f32>, %C: tensor<f32>) -> tensor<f32> {
  %cst = arith.constant 1.0 : f32
  %f = linalg.fill ins(%cst : f32) outs(%C : tensor<f32>) -> tensor<f32>
  %0 = linalg.add ins(%A, %f : tensor<f32>, tensor<f32>) outs(%C : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}";
    let module = polyvet_tests::model::parse(text).expect("a program");
    let sizes = polyvet_generate::CallSizes::default();
    polyvet_tests::runs::executors_agree(&module, "one", &sizes).unwrap_or_else(|why| panic!("{why}"));
}
