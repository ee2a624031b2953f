//! What must hold of every structured transform, on random programs; see `polyvet_tests::operations`.
//!
//! `polyvet_tests::random` says how many cases are tried, and which variables choose others.

use polyvet_rewrites::{Action, Models, entries, parse_script, run};
use polyvet_tests::cases::{CorpusCase, Expect, walk};
use polyvet_tests::mlir_opt::LlvmTools;
use polyvet_tests::model::Subject;
use polyvet_tests::operations::canaries::{FaultRow, kill_matrix};
use polyvet_tests::operations::{ScriptOutcome, tried};
use polyvet_tests::random;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// In `make test`, and in `make test-all`.
const CASES: [u64; 2] = [160, 3000];
const LIMIT: Duration = Duration::from_secs(120);

#[test]
fn scripts_keep_what_programs_do() {
    let all = random::campaign("operations", CASES, tried);
    let outcomes: Vec<ScriptOutcome> = all.into_iter().flatten().collect();
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    for one in &outcomes {
        let excused = one.excuse.map_or("", |_| ", excused");
        *verdicts.entry(format!("{}{excused}", one.verdict)).or_default() += 1;
    }
    let applied = random::applied(
        entries(true).iter().map(|entry| entry.name),
        outcomes.iter().flat_map(|one| &one.transforms),
    );
    random::tell(&format!(
        "operations: {} pairs: {verdicts:?}; {} runs; applied {applied:?}",
        outcomes.len(),
        outcomes.iter().map(|one| one.inputs).sum::<usize>(),
    ));
    let followed = |all: Option<bool>| outcomes.iter().filter(|one| one.followed == all).count();
    let [whole, part, none] = [Some(true), Some(false), None].map(followed);
    random::tell(&format!(
        "instances followed: all in {whole} pairs, some in {part}, none in {none}"
    ));
    assert!(whole > none, "instances are lost in most pairs");
    for verdict in ["proved bitwise", "proved reassociated", "refuted, excused"] {
        assert!(
            verdicts.keys().any(|known| known.starts_with(verdict)),
            "none is {verdict}"
        );
    }
    random::none_idle(&applied);
    is_read_by_mlir(&outcomes);
}

/// What is printed is read by `mlir-opt` where it is installed: all pairs in one go.
fn is_read_by_mlir(outcomes: &[ScriptOutcome]) {
    let Some(tools) = LlvmTools::find() else {
        return random::tell("skipped: operations: no mlir-opt 22 to read what is printed");
    };
    let read = |text: &str| tools.run(&["--split-input-file".to_owned(), "-".to_owned()], text, LIMIT);
    let texts: Vec<&str> = outcomes
        .iter()
        .flat_map(|one| one.texts.iter().map(String::as_str))
        .collect();
    if read(&texts.join("\n// -----\n")).is_ok() {
        return;
    }
    let wrong = texts
        .iter()
        .filter_map(|text| Some(format!("{} in\n{text}", read(text).err()?)));
    let wrong: Vec<String> = wrong.take(5).collect();
    assert!(wrong.is_empty(), "mlir-opt: {}", wrong.join("\n"));
}

/// Every fault of every transform is seen by runs or refuted, but for those that are proved to change nothing.
#[test]
fn faults_of_transforms_are_seen() {
    let matrix = kill_matrix(CASES[0]).unwrap_or_else(|why| panic!("{why}"));
    let mut text = "transform                               faults  run  refuted  equivalent  open\n".to_owned();
    for (name, row) in &matrix {
        let FaultRow {
            faults,
            run,
            refuted,
            equivalent,
            open,
        } = row;
        text += &format!("{name:<38}  {faults:>6} {run:>4} {refuted:>8} {equivalent:>11} {open:>5}\n");
    }
    insta::assert_snapshot!("faults-of-transforms", text);
    for (name, row) in &matrix {
        assert!(row.run > 0, "no run shows a fault of `{name}`");
        assert!(row.refuted > 0, "no fault of `{name}` is refuted");
    }
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

/// Found by random scripts: each made a program that is not defined.
#[test]
fn what_would_not_be_defined_is_refused() {
    let buffers = "func.func @one(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %C: memref<4x4xf32>) {
  linalg.matmul ins(%A, %B : memref<4x4xf32>, memref<4x4xf32>) outs(%C : memref<4x4xf32>)
  return
}";
    let complex = "func.func @one(%A: tensor<?xcomplex<f32>>, %C: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  %0 = linalg.add ins(%A, %A : tensor<?xcomplex<f32>>, tensor<?xcomplex<f32>>) outs(%C : tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  return %0 : tensor<?xcomplex<f32>>
}";
    for (program, script, said) in [
        (buffers, "promote(S0, 2, 2)", "operand 2 is named twice"),
        (complex, "pack(S0, d0=3)", "there is no 0 of type `complex<f32>`"),
    ] {
        let subject = Subject::read(program).expect("a program");
        let steps = parse_script(script).expect("a script").steps;
        let error = run(&subject.module, subject.func, &steps, &Models::default()).expect_err(script);
        assert!(error.message.contains(said), "{script}: {}", error.message);
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
        let case = CorpusCase::read(&root, &file).expect("a case");
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
                // What is wrong with a longer script may be said about its last step only.
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
