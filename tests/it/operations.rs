//! What must hold of every structured transform, on random programs; see `polyvet_tests::operations`.
//!
//! `polyvet_tests::random` says how many cases are tried, and which variables choose others.

use polyvet_rewrites::{Action, Models, entries, parse_script, run};
use polyvet_tests::cases::{Case, Expect, walk};
use polyvet_tests::mlir_opt::Tools;
use polyvet_tests::model::Subject;
use polyvet_tests::operations::{Outcome, pair};
use polyvet_tests::random;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// In `make test`, and in `make test-all`.
const CASES: [u64; 2] = [300, 3000];

#[test]
fn whatever_is_proved_runs_the_same() {
    let tools = Tools::find();
    if tools.is_none() {
        _ = writeln!(
            std::io::stderr(),
            "skipped: operations: no mlir-opt 22 to read what is printed"
        );
    }
    let all = random::campaign("operations", CASES, |seed, number| pair(seed, number, tools.as_ref()));
    let outcomes: Vec<Outcome> = all.into_iter().flatten().collect();
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    for one in &outcomes {
        *verdicts.entry(&one.verdict).or_default() += 1;
    }
    let applied = random::applied(
        entries(true).iter().map(|entry| entry.name),
        outcomes.iter().flat_map(|one| &one.transforms),
    );
    // Past the capture of the test harness.
    _ = writeln!(
        std::io::stderr(),
        "operations: {} pairs: {verdicts:?}; {} runs; applied {applied:?}",
        outcomes.len(),
        outcomes.iter().map(|one| one.inputs).sum::<usize>(),
    );
    let followed = |all: Option<bool>| outcomes.iter().filter(|one| one.followed == all).count();
    let [whole, part, none] = [Some(true), Some(false), None].map(followed);
    _ = writeln!(
        std::io::stderr(),
        "instances followed: all in {whole} pairs, some in {part}, none in {none}"
    );
    assert!(whole > none, "instances are lost in most pairs");
    for verdict in ["proved bitwise", "proved reassociated", "refuted"] {
        assert!(verdicts.contains_key(verdict), "none is {verdict}");
    }
    random::none_idle(&applied);
}

#[test]
fn examples_can_be_read() {
    for entry in entries(true) {
        let script = parse_script(entry.example).expect("an example is a script");
        assert_eq!(script.steps.len(), 1, "{}", entry.example);
        assert!(entry.example.starts_with(entry.name));
        assert_eq!(script.to_string(), entry.example);
    }
}

/// Programs, scripts, and those that undo them.
const INVERSE: [(usize, &str, &str); 6] = [
    (0, "pack(S0, d0=4, d2=3)", "unpack(S0)"),
    (0, "pack(S0, d0=8, d1=4, d2=2)", "unpack(S0)"),
    (
        0,
        "interchange_iterators(S0, d2, d0, d1)",
        "interchange_iterators(S0, d1, d2, d0)",
    ),
    (0, "expand_dims(S0, d2=4)", "collapse_dims(S0, d2, d3)"),
    (1, "collapse_dims(S0, d0, d1)", "expand_dims(S0, d0=9)"),
    (2, "layout_transposed(B, 1, 2, 0)", "layout_transposed(B, 2, 0, 1)"),
];

const PROGRAMS: [&str; 3] = [
    "func.func @one(%A: tensor<?x12xf32>, %B: tensor<12x9xf32>, %C: tensor<?x9xf32>) -> tensor<?x9xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<?x12xf32>, tensor<12x9xf32>) outs(%C : tensor<?x9xf32>) -> tensor<?x9xf32>
  return %0 : tensor<?x9xf32>
}",
    "func.func @one(%A: tensor<6x9xf32>, %C: tensor<6x9xf32>) -> tensor<6x9xf32> {
  %0 = linalg.exp ins(%A : tensor<6x9xf32>) outs(%C : tensor<6x9xf32>) -> tensor<6x9xf32>
  return %0 : tensor<6x9xf32>
}",
    "func.func @one(%A: memref<4x5x6xf32>) {
  %B = memref.alloc() : memref<4x5x6xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      affine.for %k = 0 to 6 {
        %0 = affine.load %A[%i, %j, %k] : memref<4x5x6xf32>
        affine.store %0, %B[%i, %j, %k] : memref<4x5x6xf32>
      }
    }
  }
  memref.dealloc %B : memref<4x5x6xf32>
  return
}",
];

#[test]
fn inverse_pairs_give_back_the_program() {
    for (at, forth, back) in &INVERSE {
        let subject = Subject::read(PROGRAMS[*at]).expect("a program");
        let after = |text: &str| {
            let script = parse_script(text).expect("a script");
            let applied =
                run(&subject.module, subject.func, &script.steps, &Models::default()).expect("it has a place");
            polyvet_ir::print(&applied.module, polyvet_ir::PrintOptions::default())
        };
        let plain = if *at == 2 {
            String::new()
        } else {
            "generalize(S0)".to_owned()
        };
        let there = after(forth);
        assert_ne!(there, after(&plain), "{forth}");
        assert_eq!(after(&format!("{forth}; {back}")), after(&plain), "{forth}; {back}");
    }
}

#[test]
fn each_is_seen_accepted_and_refused_in_the_corpus() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (files, problems) = walk(&root.join("corpus")).expect("a corpus");
    assert!(problems.is_empty(), "{problems:?}");
    let (mut accepted, mut refused) = (Vec::new(), Vec::new());
    for file in files {
        let case = Case::read(&root, &file).expect("a case");
        for run in &case.runs {
            let script = run.option("--transform").and_then(|text| parse_script(text).ok());
            let steps = script.map_or_else(Vec::new, |script| script.steps);
            let names: Vec<String> = steps
                .iter()
                .filter_map(|step| match &step.action {
                    Action::Operations(transform) => Some(transform.text().split_once('(')?.0.to_owned()),
                    Action::Schedule(_) => None,
                })
                .collect();
            match run.expect {
                Expect::Ok | Expect::Proved | Expect::Reassociated => accepted.extend(names),
                // What is wrong with a longer script may be said of its last step only.
                Expect::Refuted | Expect::Error => refused.extend(names.last().cloned()),
                Expect::Unknown | Expect::Vacuous => {}
            }
        }
    }
    for entry in entries(true) {
        let name = entry.name.to_owned();
        assert!(accepted.contains(&name), "no case of the corpus accepts `{name}`");
        assert!(
            refused.contains(&name),
            "no case of the corpus refuses `{name}`: add one"
        );
    }
}
