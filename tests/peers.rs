//! Every program of the corpus through MLIR's own lowering and its JIT at -O0: the same inputs, the same bits.
//! Skipped, visibly, where LLVM 22 is not installed.

use polyvet_cli::Io;
use polyvet_tests::cases::walk;
use polyvet_tests::mlir_opt::Tools;
use polyvet_tests::random::pool;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// Where the two differ, how, and why.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    (
        "corpus/validate/vectorize-contract.after.mlir",
        "beyond",
        "MLIR adds the accumulator of a `vector.contract` last; the order of its sums is open",
    ),
    (
        "corpus/run/huge.mlir",
        "crash",
        "there all 4 TB are allocated at once, and that they are not there is not looked at",
    ),
];

/// Outcomes that say nothing about values: what MLIR does not lower, what has no meaning, what cannot be called.
const SILENT: [&str; 5] = ["refused", "unsupported", "undefined", "unfinished", "zero-sign"];

/// How many runs ended how, and what failed.
#[derive(Default)]
struct Found {
    runs: BTreeMap<String, u64>,
    failures: Vec<(String, String)>,
}

fn difftest(file: &str) -> Found {
    let args = [
        "polyvet",
        "difftest",
        file,
        "--backend",
        "mlir",
        "--tolerance",
        "bitwise",
    ];
    let args = args.into_iter().chain(["--size", "5", "--format", "json"]);
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    polyvet_cli::run(
        args.map(Into::into),
        Io {
            stdin: &mut std::io::empty(),
            stdout: &mut stdout,
            stderr: &mut stderr,
            color_out: false,
            color_err: false,
            progress: false,
            width: None,
        },
    );
    let mut found = Found::default();
    // What cannot be read has no results.
    let document: Value = serde_json::from_slice(&stdout).unwrap_or_default();
    for result in document["results"].as_array().into_iter().flatten() {
        for outcomes in result["runs"].as_object().into_iter().flat_map(|runs| runs.values()) {
            for (outcome, count) in outcomes.as_object().into_iter().flatten() {
                *found.runs.entry(outcome.clone()).or_default() += count.as_u64().unwrap_or(0);
            }
        }
        for failure in result["failures"].as_array().into_iter().flatten() {
            let [kind, outcome] = ["kind", "outcome"].map(|key| failure[key].as_str());
            let kind = kind.or(outcome).unwrap_or("?").to_owned();
            found.failures.push((kind, failure["message"].to_string()));
        }
    }
    found
}

#[test]
fn bits_of_the_corpus_agree_with_mlir_runner() {
    if Tools::find().is_none() {
        // Past the capture of a test that passes.
        let _ = writeln!(std::io::stderr(), "skipped: mlir-opt 22 is not on the path");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    std::env::set_current_dir(root).expect("the workspace is there");
    let (files, _) = walk(Path::new("corpus")).expect("the corpus is there");
    let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let programs: Vec<&String> = files.iter().filter(|file| file.ends_with(".mlir")).collect();
    let all: Vec<Found> = pool().install(|| programs.par_iter().map(|file| difftest(file)).collect());
    let mut runs: BTreeMap<String, u64> = BTreeMap::new();
    let (mut wrong, mut seen) = (Vec::new(), Vec::new());
    for (file, found) in programs.into_iter().zip(all) {
        for (outcome, count) in found.runs {
            *runs.entry(outcome).or_default() += count;
        }
        for (kind, message) in found.failures {
            let listed = (DIFFERENCES.iter()).position(|(known, how, _)| *known == file && *how == kind);
            match listed {
                Some(listed) => seen.push(listed),
                None if SILENT.contains(&&*kind) => {}
                None => wrong.push(format!("{file}: {kind}: {message}")),
            }
        }
    }
    println!("{runs:?}");
    assert!(
        wrong.is_empty(),
        "{} differences are not listed:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    for (n, (file, how, why)) in DIFFERENCES.iter().enumerate() {
        assert!(seen.contains(&n), "{file} is said to be `{how}` ({why}), but is not");
    }
    let equal = runs.get("equal").copied().unwrap_or(0);
    assert!(equal > 400, "only {equal} runs are equal: {runs:?}");
}
