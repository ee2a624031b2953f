//! `polyvet run` as a user meets it on a program with undefined behaviour: every error shows the operation,
//! the indices, and the loops and calls around it.

use crate::common::{polyvet, words};
use polyvet_cli::Exit;
use std::collections::BTreeSet;

const PROGRAMS: &str = include_str!("../undefined.mlir");

/// What follows `// key: ` in a section.
fn header<'t>(section: &'t str, key: &str) -> Option<&'t str> {
    let lines = section.lines();
    lines
        .filter_map(|line| line.strip_prefix("// ")?.strip_prefix(key)?.strip_prefix(": "))
        .next()
}

#[test]
fn every_error_is_told() {
    let mut shown = String::new();
    let mut seen = BTreeSet::new();
    for section in PROGRAMS.split("// -----\n").skip(1) {
        let code = header(section, "code").expect("a code");
        let what = header(section, "what").expect("what it is");
        let program: String = section
            .lines()
            .filter(|line| !line.starts_with("// "))
            .map(|line| format!("{line}\n"))
            .collect();
        let options = words(header(section, "run").unwrap_or(""));
        let mut args = vec!["run", "-"];
        args.extend(options.iter().map(String::as_str));
        let run = polyvet(&args, &program);
        let exit = match code {
            "leak" => Exit::Success,
            "step-limit" | "memory-limit" | "recursion-limit" => Exit::Unknown,
            _ => Exit::BadInput,
        };
        assert!(run.stderr.contains(&format!("[{code}]")), "{what}\n{}", run.shown());
        assert_eq!(run.exit, exit, "{what}\n{}", run.shown());
        seen.insert(code);
        shown += &format!("# {what}\n{}\n\n", run.shown());
    }
    insta::assert_snapshot!(shown);
    // These are the fault of the caller or of the reader, or of a symbolic domain.
    let elsewhere = [
        "index-overflow",
        "unsupported-op",
        "malformed-op",
        "data-dependent-control",
        "bad-argument",
    ];
    let source = include_str!("../../../interp/src/trap.rs");
    let codes = source
        .lines()
        .filter_map(|line| line.trim().strip_prefix("Code::")?.split_once("=> \""));
    for (_, code) in codes {
        let code = code.trim_end_matches("\",");
        assert!(
            seen.contains(code) || elsewhere.contains(&code),
            "no program for `{code}`"
        );
    }
}

/// A generated program copies tiles element by element; of an empty tensor they are moved, and never used.
#[test]
fn an_element_that_is_only_copied_need_not_be_written() {
    let program = |stored: &str| {
        format!(
            "func.func @sizes(%x: tensor<16x4xf32>, %B: memref<1xi32>) -> tensor<16x4xf32> {{
  %e = tensor.empty() : tensor<16x4xf32>
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %q = affine.for %i = 0 to 16 step 8 iter_args(%t = %e) -> tensor<16x4xf32> {{
    %n = arith.index_cast %i : index to i32
    memref.store {stored}, %B[%c0] : memref<1xi32>
    %xs = tensor.extract_slice %x[%i, 0] [8, 4] [1, 1] : tensor<16x4xf32> to tensor<8x4xf32>
    %ts = tensor.extract_slice %t[%i, 0] [8, 4] [1, 1] : tensor<16x4xf32> to tensor<8x4xf32>
    %0 = linalg.copy ins(%xs : tensor<8x4xf32>) outs(%ts : tensor<8x4xf32>) -> tensor<8x4xf32>
    %1 = linalg.abs ins(%0 : tensor<8x4xf32>) outs(%ts : tensor<8x4xf32>) -> tensor<8x4xf32>
    %u = tensor.insert_slice %1 into %t[%i, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<16x4xf32>
    affine.yield %u : tensor<16x4xf32>
  }}
  return %q : tensor<16x4xf32>
}}
"
        )
    };
    // All stores write the same: the dependence is broken without any effect.
    let right = polyvet(&["check", "-", "--transform", "reverse(i)"], program("%one"));
    assert!(right.stdout.starts_with("proved: "), "{}", right.shown());
    let wrong = polyvet(&["check", "-", "--transform", "reverse(i)"], program("%n"));
    assert_eq!(wrong.exit, Exit::Refuted, "{}", wrong.shown());
    assert!(wrong.stdout.contains("B[0] is 8 before, 0 after"), "{}", wrong.shown());
}
