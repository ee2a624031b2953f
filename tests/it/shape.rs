//! How clean generated code is: loops, conditions and operations beside what `mlir-opt` 22 makes of the same kernels.
//!
//! The figures are in the test, so that a change of either side is seen. All generated code must be
//! read and verified by `mlir-opt`. Skipped, visibly, where that is not installed; the figures of polyvet are
//! compared all the same.

use polyvet_interp::ParallelOrder;
use polyvet_ir::{Module, PrintOptions};
use polyvet_rewrites::entries;
use polyvet_tests::mlir_opt::LlvmTools;
use polyvet_tests::model::{CallSizes, Subject, parse};
use polyvet_tests::runs::on_terms;
use std::io::Write;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

fn matmul(size: &str) -> String {
    format!(
        "
func.func @kernel(%A: memref<{size}x{size}xf32>, %B: memref<{size}x{size}xf32>, %C: memref<{size}x{size}xf32>) {{
  affine.for %i = 0 to {size} {{
    affine.for %j = 0 to {size} {{
      affine.for %k = 0 to {size} {{
        %a = affine.load %A[%i, %k] : memref<{size}x{size}xf32>
        %b = affine.load %B[%k, %j] : memref<{size}x{size}xf32>
        %c = affine.load %C[%i, %j] : memref<{size}x{size}xf32>
        %m = arith.mulf %a, %b : f32
        %s = arith.addf %c, %m : f32
        affine.store %s, %C[%i, %j] : memref<{size}x{size}xf32>
      }}
    }}
  }}
  return
}}"
    )
}

/// Extents that only the caller knows.
const ROWS: &str = "
func.func @kernel(%A: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}";

/// Extents that are not negative.
const EXTENTS: &str = "
func.func @kernel(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}";

/// Loops, conditions, all operations inside the function, without the index arithmetic that each side writes its own
/// way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    loops: usize,
    conditions: usize,
    payload: usize,
}

fn shape(module: &Module) -> Shape {
    let mut shape = Shape {
        loops: 0,
        conditions: 0,
        payload: 0,
    };
    for func in module.funcs() {
        module.walk(func, &mut |_, op| match op.name.as_str() {
            "affine.for" | "scf.for" | "affine.parallel" | "scf.parallel" => shape.loops += 1,
            "affine.if" | "scf.if" => shape.conditions += 1,
            "arith.mulf" | "arith.addf" | "affine.load" | "affine.store" | "memref.load" | "memref.store" => {
                shape.payload += 1;
            }
            _ => {}
        });
    }
    shape
}

/// What polyvet makes of a kernel.
fn ours(text: &str, script: &str) -> Module {
    let subject = Subject::read(text).expect("a kernel");
    let rewrite = subject.rewrite(script).expect("a script").expect("a place");
    polyvet_codegen::generate(&rewrite.scop, &subject.module, subject.func).expect("code")
}

/// What is compared: name, kernel, script, passes of `mlir-opt`, our figures, its figures: loops, conditions, payload.
struct Row {
    name: &'static str,
    kernel: String,
    script: &'static str,
    passes: &'static str,
    ours: [usize; 3],
    theirs: [usize; 3],
}

fn rows() -> Vec<Row> {
    let row = |name, kernel: &str, script, passes, ours, theirs| Row {
        name,
        kernel: kernel.to_owned(),
        script,
        passes,
        ours,
        theirs,
    };
    vec![
        row(
            "tiles that fit",
            &matmul("64"),
            "tile(i=32, j=32, k=32)",
            "affine-loop-tile{tile-size=32}",
            [6, 0, 6],
            [6, 0, 6],
        ),
        row(
            "tiles that do not fit",
            &matmul("50"),
            "tile(i=32, j=32, k=32)",
            "affine-loop-tile{tile-size=32}",
            [6, 0, 6],
            [6, 0, 6],
        ),
        row(
            "tiles of symbolic loops",
            ROWS,
            "tile(i=32, j=32)",
            "affine-loop-tile{tile-size=32}",
            [4, 0, 3],
            [4, 0, 3],
        ),
        row(
            "full tiles apart",
            ROWS,
            "tile(i=32, j=32); separate(i_t, j_t)",
            "affine-loop-tile{tile-size=32 separate}",
            [9, 2, 9],
            [6, 1, 6],
        ),
        row(
            "full tiles of extents apart",
            EXTENTS,
            "tile(i=32, j=32); separate(i_t, j_t)",
            "affine-loop-tile{tile-size=32 separate}",
            [9, 0, 9],
            [6, 1, 6],
        ),
        row(
            "unroll, even",
            &matmul("64"),
            "unroll(k, 4)",
            "affine-loop-unroll{unroll-factor=4}",
            [3, 0, 24],
            [3, 0, 24],
        ),
        row(
            "unroll, uneven",
            &matmul("50"),
            "unroll(k, 4)",
            "affine-loop-unroll{unroll-factor=4}",
            [4, 0, 30],
            [4, 0, 30],
        ),
        row(
            "unroll and jam, even",
            &matmul("64"),
            "unroll_jam(i, 2)",
            "affine-loop-unroll-jam{unroll-jam-factor=2}",
            [3, 0, 12],
            [3, 0, 12],
        ),
        row(
            "unroll and jam, symbolic",
            ROWS,
            "unroll_jam(i, 2)",
            "affine-loop-unroll-jam{unroll-jam-factor=2}",
            [3, 1, 9],
            [4, 0, 9],
        ),
    ]
}

/// Past the capture of the test harness.
fn tell(text: &str) {
    _ = writeln!(std::io::stderr(), "{text}");
}

#[test]
fn generated_code_is_as_short_as_that_of_mlir_opt() {
    let tools = LlvmTools::find();
    if tools.is_none() {
        tell("shape: there is no mlir-opt 22 on the path, only our figures are compared");
    }
    let mut wrong = Vec::new();
    for row in rows() {
        let after = ours(&row.kernel, row.script);
        let found = shape(&after);
        let figures = |shape: Shape| [shape.loops, shape.conditions, shape.payload];
        tell(&format!("shape: {}: {found:?}", row.name));
        let printed = polyvet_ir::print(&after, PrintOptions::default());
        if figures(found) != row.ours {
            wrong.push(format!("{}: ours {found:?}\n{printed}", row.name));
        }
        let Some(tools) = &tools else { continue };
        if let Err(why) = tools.run(&[], &printed, LIMIT) {
            wrong.push(format!("{}: mlir-opt refuses\n{printed}\n{why}", row.name));
        }
        let pipeline = format!("--pass-pipeline=builtin.module(func.func({}))", row.passes);
        let theirs = tools.run(&[pipeline, "--mlir-print-op-generic".to_owned()], &row.kernel, LIMIT);
        let theirs = theirs.expect("mlir-opt runs");
        let theirs = shape(&parse(&theirs).expect("its output is read"));
        tell(&format!("shape: {}: mlir-opt {theirs:?}", row.name));
        if figures(theirs) != row.theirs {
            wrong.push(format!("{}: theirs {theirs:?}", row.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A script for each transform, with what it needs before.
fn examples() -> Vec<(&'static str, String)> {
    let ready = |name: &str, example: &str| match name {
        "separate" => format!("tile(i=4, j=4); {example}"),
        "time_tile" => "time_tile(i=4, j=8)".to_owned(),
        "unpredicate" => format!("predicate(j); {example}"),
        _ => example.to_owned(),
    };
    entries(false)
        .iter()
        .map(|entry| (entry.name, ready(entry.name, entry.example)))
        .collect()
}

/// A program with loops `i` and `j` that has a place for the example of any transform but those with a program of
/// their own.
const PLACE: &str = "
func.func @kernel(%A: memref<?x9xf32>, %n: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to 9 {
      %a = affine.load %A[%i - 1, %j] : memref<?x9xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<?x9xf32>
    }
  }
  return
}";

const TWO_STAGES: &str = "
func.func @kernel(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %c = arith.addf %b, %b : f32
    affine.store %c, %A[%i] : memref<?xf32>
  }
  return
}";

const SIDE_BY_SIDE: &str = "
func.func @kernel(%A: memref<?xf32>, %B: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
  }
  affine.for %j = 0 to %n {
    %a = affine.load %A[%j] : memref<?xf32>
    affine.store %a, %B[%j] : memref<?xf32>
  }
  return
}";

const BESIDE: &str = "
func.func @kernel(%A: memref<?xf32>, %B: memref<?x9xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i] : memref<?xf32>
    affine.for %j = 0 to 9 {
      %c = affine.load %A[%i] : memref<?xf32>
      affine.store %c, %B[%i, %j] : memref<?x9xf32>
    }
  }
  return
}";

#[test]
fn every_example_has_a_place_and_mlir_opt_accepts_the_code() {
    let tools = LlvmTools::find();
    if tools.is_none() {
        tell("skipped: shape: there is no mlir-opt 22 on the path to accept the code");
    }
    for (name, script) in examples() {
        let text = match name {
            "fuse" => SIDE_BY_SIDE,
            "pipeline" => TWO_STAGES,
            "predicate" | "unpredicate" => BESIDE,
            _ => PLACE,
        };
        let subject = Subject::read(text).expect("a kernel");
        let rewrite = subject.rewrite(&script).expect("a script");
        let rewrite = rewrite.unwrap_or_else(|| panic!("`{script}` has no place"));
        let after = polyvet_codegen::generate(&rewrite.scop, &subject.module, subject.func);
        let after = after.unwrap_or_else(|error| panic!("`{script}`: {error}"));
        let printed = polyvet_ir::print(&after, PrintOptions::default());
        // It runs, whatever order it has: nothing is out of bounds.
        for n in [0, 1, 4, 9] {
            let mut sizes = CallSizes::default();
            let index = subject.args().len() - 1;
            sizes.indices.insert(index, n);
            for memref in 0..index {
                sizes.extents.insert((memref, 0), n.max(1));
            }
            if let Err(trap) = on_terms(&after, "kernel", &sizes, ParallelOrder::Forward) {
                panic!("`{script}` at {n}: {}\n{printed}", trap.describe());
            }
        }
        if let Some(tools) = &tools
            && let Err(why) = tools.run(&[], &printed, LIMIT)
        {
            panic!("`{script}`: mlir-opt refuses\n{printed}\n{why}");
        }
    }
}
