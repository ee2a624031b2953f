//! Parallel loops whose races are looked for: which run fast, and that what they find is what the walk finds.

use crate::common::parse;
use polyvet_executors::Executor;
use polyvet_interp::{Concrete, Contents, Init, RunOptions};

/// What an executor makes of a program whose races are looked for: memory and steps, or the error; and how many nests
/// ran fast.
fn by(text: &str, executor: Executor) -> (Result<(Vec<Contents>, u64), String>, u64) {
    let options = RunOptions {
        races: true,
        claims: true,
        ..RunOptions::default()
    };
    let module = parse(text);
    let mut machine = executor.machine(&module, Concrete, options);
    let init = |_| Init::Iota;
    let args = machine.default_args("f", &|_, _| 4, &|_| 4, &init).expect("arguments");
    let called = machine.call("f", args.clone()).map_err(|trap| trap.to_string());
    let memory = |_| args.iter().map(|arg| machine.read(arg).expect("memory")).collect();
    let after = called.map(|results| (memory(results), machine.steps()));
    (after, machine.tally().fast)
}

/// Loops over `%P: memref<64xi32>` and `%Q: memref<64x64xi32>`.
fn over_squares(loops: &str) -> String {
    format!("func.func @f(%P: memref<64xi32>, %Q: memref<64x64xi32>, %n: index, %x: i32) {{\n{loops}\n  return\n}}\n")
}

#[test]
fn iterations_that_cannot_meet_run_fast() {
    for (loops, fast) in [
        ("affine.parallel (%i) = (0) to (64) { affine.store %x, %P[%i] : memref<64xi32> }", true),
        ("affine.parallel (%i) = (0) to (32) { affine.store %x, %P[%i * 2 + 1] : memref<64xi32> }", true),
        ("affine.parallel (%i) = (0) to (32) { affine.store %x, %P[%i * -2 + 63] : memref<64xi32> }", true),
        // They do not meet, which the test does not see.
        ("affine.parallel (%i) = (0) to (32) { affine.store %x, %P[(%i floordiv 2) * 2 + %i mod 2] : memref<64xi32> }", false),
        ("affine.parallel (%i, %j) = (0, 0) to (8, 8) { affine.store %x, %P[%i * 8 + %j] : memref<64xi32> }", true),
        ("affine.parallel (%i, %j) = (0, 0) to (8, 8) { affine.store %x, %P[%i * 7 + %j] : memref<64xi32> }", false),
        ("affine.parallel (%i, %j) = (0, 0) to (64, 64) { affine.store %x, %Q[%j, %i] : memref<64x64xi32> }", true),
        ("affine.parallel (%i) = (0) to (64) step (16) { affine.for %k = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 16)>(%i) {
            affine.for %m = 0 to 64 { affine.store %x, %Q[%k, %m] : memref<64x64xi32> } } }", true),
        ("affine.parallel (%i) = (0) to (64) step (15) { affine.for %k = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 16, 64)>(%i) {
            affine.store %x, %P[%k] : memref<64xi32> } }", false),
        // The sequential loop around is in one iteration at a time.
        ("affine.for %t = 0 to 8 { affine.parallel (%i) = (0) to (8) { affine.store %x, %P[%t + %i] : memref<64xi32> } }", true),
        ("affine.parallel (%i) = (0) to (8) { affine.for %t = 0 to 8 { affine.store %x, %P[%t + %i] : memref<64xi32> } }", false),
        ("affine.parallel (%i) = (0) to (60) { %v = affine.load %P[%i] : memref<64xi32>\n affine.store %v, %P[%i + 1] : memref<64xi32> }", false),
        ("affine.parallel (%i) = (0) to (60) { %v = affine.load %P[%i + 1] : memref<64xi32>\n affine.store %v, %Q[%i, 1] : memref<64x64xi32> }", true),
        ("scf.forall (%i, %j) in (64, 64) { memref.store %x, %Q[%i, %j] : memref<64x64xi32> }", true),
        ("scf.forall (%i) = (0) to (64) step (8) { affine.for %k = 0 to 8 { affine.store %x, %P[%i + %k] : memref<64xi32> } }", true),
    ] {
        let text = over_squares(loops);
        let (reference, _) = by(&text, Executor::Reference);
        let (found, nests) = by(&text, Executor::Fast);
        assert_eq!(reference, found, "{text}");
        assert_eq!(nests > 0, fast, "{text}");
        assert!(!fast || reference.is_ok(), "{text}");
    }
}

#[test]
fn random_nests_race_as_in_the_reference() {
    let (mut state, mut fast, mut races) = (3_u64, 0, 0);
    let mut below = |count: u64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((state >> 33) % count) as i64
    };
    for _ in 0..4000 {
        let mut subscript = |near: i64| {
            let [a, b, c] = [(); 3].map(|()| [0, 0, 1, 1, -1, 2, 3, 4][below(8) as usize]);
            let k = near + below(3);
            format!("{a} * %i + {b} * %j + {c} * %k + {k}")
        };
        let (p, q) = ([subscript(24), subscript(24)], [subscript(24), subscript(24)]);
        let row = if below(3) == 0 { "%t + 3" } else { &q[0] };
        let load = match below(3) {
            0 => format!("affine.load %P[{}] : memref<64xi32>", p[1]),
            1 => format!("affine.load %Q[{row}, {}] : memref<64x64xi32>", q[1]),
            _ => "arith.addi %x, %x : i32".to_owned(),
        };
        let store = match below(2) {
            0 => format!("affine.store %v, %P[{}] : memref<64xi32>", p[0]),
            _ => format!("affine.store %v, %Q[{row}, {}] : memref<64x64xi32>", q[1]),
        };
        let from = ["0", "affine_map<(d0) -> (d0)>(%i)"][below(2) as usize];
        let to = ["2", "affine_map<(d0) -> (d0 + 2)>(%i)"][below(2) as usize];
        let (rows, columns, step) = (1 + below(3), 1 + below(4), 1 + below(2));
        let text = over_squares(&format!(
            "  affine.for %t = 0 to 2 {{
    affine.parallel (%i, %j) = (0, 0) to ({rows}, {columns}) step (1, {step}) {{
      affine.for %k = {from} to {to} {{
        %v = {load}
        {store}
      }}
    }}
  }}"
        ));
        let (reference, _) = by(&text, Executor::Reference);
        let (found, nests) = by(&text, Executor::Fast);
        assert_eq!(reference, found, "{text}");
        races += usize::from(reference.is_err());
        fast += usize::from(nests > 0 && reference.is_ok());
    }
    println!("of 4000 nests {races} race, {fast} run fast");
    assert!(fast > 300 && races > 300, "{fast} fast, {races} races");
}

/// Parts of one buffer, as in a factorization by blocks, and whether that runs fast.
#[test]
fn structured_operations_on_blocks_run_fast() {
    let block = |name: &str, row: u32, column: u32| {
        format!(
            "  %{name} = memref.subview %Q[{row}, {column}] [8, 8] [1, 1] : memref<64x64xi32> to memref<8x8xi32, strided<[64, 1], offset: {}>>\n",
            row * 64 + column
        )
    };
    let ty = |row: u32, column: u32| format!("memref<8x8xi32, strided<[64, 1], offset: {}>>", row * 64 + column);
    let matmul = |row: u32, column: u32| {
        let (left, up, here) = (ty(8, 0), ty(0, 8), ty(row, column));
        block("L", 8, 0)
            + &block("U", 0, 8)
            + &block("H", row, column)
            + &format!("  linalg.matmul ins(%L, %U : {left}, {up}) outs(%H : {here})")
    };
    for (text, fast, races) in [
        (matmul(8, 8), true, false),
        (matmul(0, 8), false, true),
        (matmul(7, 8), false, true),
        (matmul(16, 0), true, false),
        (
            "  linalg.add ins(%Q, %Q : memref<64x64xi32>, memref<64x64xi32>) outs(%Q : memref<64x64xi32>)".to_owned(),
            true,
            false,
        ),
        (
            "  linalg.transpose ins(%Q : memref<64x64xi32>) outs(%Q : memref<64x64xi32>) permutation = [1, 0]"
                .to_owned(),
            false,
            true,
        ),
    ] {
        let text = over_squares(&text);
        let (reference, _) = by(&text, Executor::Reference);
        let (found, nests) = by(&text, Executor::Fast);
        assert_eq!(reference, found, "{text}");
        assert_eq!((nests > 0, reference.is_err()), (fast, races), "{text}");
    }
}

#[test]
fn random_structured_operations_race_as_in_the_reference() {
    let (mut state, mut fast, mut races) = (5_u64, 0, 0);
    let mut below = |count: u64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) % count
    };
    for _ in 0..2000 {
        let extents = [(); 3].map(|()| 1 + below(3));
        let mut map = || {
            let mut result = || {
                let [a, b, c] = [(); 3].map(|()| [0, 0, 1, 1, 2, 3][below(6) as usize]);
                format!("{a} * d0 + {b} * d1 + {c} * d2")
            };
            format!("affine_map<(d0, d1, d2) -> ({}, {})>", result(), result())
        };
        let (from, to) = (map(), map());
        let mut view = |name: &str| {
            let (row, column, rows, columns) = (below(20), below(20), 1 + below(2), 1 + below(2));
            let ty = format!(
                "memref<16x16xi32, strided<[{}, {columns}], offset: {}>>",
                64 * rows,
                row * 64 + column
            );
            (
                format!(
                    "  %{name} = memref.subview %Q[{row}, {column}] [16, 16] [{rows}, {columns}] : memref<64x64xi32> to {ty}\n"
                ),
                ty,
            )
        };
        let ((source, source_type), (target, target_type)) = (view("S"), view("T"));
        let [i, j, k] = [(); 3].map(|()| ["\"parallel\"", "\"parallel\"", "\"reduction\""][below(3) as usize]);
        let [m, n, o] = extents;
        let text = over_squares(&format!(
            "{source}{target}  %E = memref.alloca() : memref<{m}x{n}x{o}xi32>
  linalg.generic {{indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, {from}, {to}], iterator_types = [{i}, {j}, {k}]}}
      ins(%E, %S : memref<{m}x{n}x{o}xi32>, {source_type}) outs(%T : {target_type}) {{
  ^bb0(%e: i32, %s: i32, %t: i32):
    linalg.yield %s : i32
  }}"
        ));
        let (reference, _) = by(&text, Executor::Reference);
        let (found, nests) = by(&text, Executor::Fast);
        assert_eq!(reference, found, "{text}");
        races += usize::from(reference.is_err());
        fast += usize::from(nests > 0 && reference.is_ok());
    }
    println!("of 2000 operations {races} race, {fast} run fast");
    assert!(fast > 300 && races > 300, "{fast} fast, {races} races");
}
