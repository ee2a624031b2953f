//! The mapping that `relations` shows goes both ways: for random programs and all their operands, the inverse that is
//! printed, read again, is the relation that is printed, turned round, over the domain that is printed. (That relations are
//! what a run touches is a property of `random.rs`; this is about what people get to read.)

use polyvet::Program;
use polyvet_generate::case::{InputFamily, program};
use polyvet_poly::{Ctx, Map, Set};
use polyvet_report::RelationsResult;
use polyvet_tests::random;
use polyvet_tests::random::numbers;

/// In `make test`, and in `make test-all`.
const CASES: [u64; 2] = [50, 2000];

/// How many operands were compared.
fn both_ways(result: &RelationsResult) -> Result<usize, String> {
    let ctx = Ctx::new();
    let wrong = |what: &str, error: &dyn std::fmt::Display| format!("{what}: {error}");
    let names: Vec<&str> = result.params.iter().map(|param| param.name.as_str()).collect();
    let where_ = if result.context.is_empty() {
        "true"
    } else {
        &result.context
    };
    let context = format!("[{}] -> {{ : {where_} }}", names.join(", "));
    let context = Set::parse(&ctx, &context).map_err(|error| wrong(&context, &error))?;
    let mut compared = 0;
    for stmt in &result.statements {
        let domain = Set::parse(&ctx, &stmt.domain).map_err(|error| wrong(&stmt.domain, &error))?;
        for operand in &stmt.operands {
            let read = |text: &str| Map::parse(&ctx, text).map_err(|error| wrong(text, &error));
            let (relation, inverse) = (read(&operand.relation)?, read(&operand.inverse)?);
            let same = || -> polyvet_poly::Result<bool> {
                let there = relation
                    .clone()
                    .intersect_domain(domain.clone())?
                    .intersect_params(context.clone())?;
                let back = inverse.clone().reverse()?.intersect_params(context.clone())?;
                there.is_equal(&back)
            };
            if !same().map_err(|error| wrong(&operand.inverse, &error))? {
                return Err(format!(
                    "{} of {}: {} over {} is not the inverse of {}",
                    operand.array, stmt.stmt, operand.inverse, stmt.domain, operand.relation
                ));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

fn case(seed: u64, number: u64) -> Result<usize, String> {
    let input = if number.is_multiple_of(2) {
        InputFamily::Structured
    } else {
        InputFamily::Affine
    };
    let text = program(input, &numbers(seed, number));
    let fault = |what: String| format!("{what}\n{text}");
    let program = Program::read(text.clone()).map_err(|error| fault(error.to_string()))?;
    let function = program.function("random").map_err(|error| fault(error.to_string()))?;
    let answer = function.relations().map_err(|error| fault(error.to_string()))?;
    both_ways(&answer.result).map_err(fault)
}

#[test]
fn inverses_are_relations_turned_round() {
    let compared: usize = random::campaign("mapping", CASES, case).into_iter().sum();
    assert!(compared > 200, "only {compared} operands");
}

#[test]
fn a_wrong_inverse_is_seen() {
    let text = "
func.func @random(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %v = affine.load %A[%j, %i] : memref<?x?xf32>
      affine.store %v, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}";
    let program = Program::read(text).expect("a program");
    let function = program.function("random").expect("a function");
    let mut result = function.relations().expect("relations").result;
    assert_eq!(both_ways(&result), Ok(2));
    let operands = &mut result.statements[0].operands;
    let other = operands[1].inverse.clone();
    operands[0].inverse = other;
    assert!(both_ways(&result).is_err());
}
