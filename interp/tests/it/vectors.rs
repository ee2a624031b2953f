//! Vectors: what each operation computes, what it may not do, and kernels as a vectoriser writes them.

use crate::common::{Outcome, inputs, parse, run};
use polyvet_interp::{Concrete, Contents, Field, Init, RunOptions, TermDomain, Trap, first_difference};

/// What `body` returns as `%r: ty`. Arguments count up from zero: `%A`, `%x`, `%v`, `%w`, `%f`; the mask
/// `%m` is off, on, off, on; `%n` is 2.
fn attempt(body: &str, ty: &str) -> Result<Outcome, Trap> {
    let text = format!(
        "func.func @f(%A: memref<3x4xi32>, %x: i32, %v: vector<4xi32>, %w: vector<2x3xi32>, %f: vector<4xf32>, %m: vector<4xi1>, %n: index) -> {ty} {{\n{body}\n  return %r : {ty}\n}}\n"
    );
    run(&parse(&text), Concrete, RunOptions::default(), 2, &|_| Init::Iota)
}

#[test]
fn reductions() {
    let body = |op: &str| {
        format!(
            "  %three = arith.constant dense<[1, 2, 3]> : vector<3xi32>\n  %two = arith.constant dense<[10, 100]> : vector<2xi32>\n  %four = arith.constant dense<1> : vector<2x2xi32>\n  %on = arith.constant dense<[[true, false, true], [false, true, false]]> : vector<2x3xi1>\n  %none = arith.constant dense<false> : vector<4xi1>\n{op}"
        )
    };
    let cases = [
        (
            "%r = vector.multi_reduction <add>, %w, %three [0] : vector<2x3xi32> to vector<3xi32>",
            "vector<3xi32>",
            "[4, 7, 10]",
        ),
        (
            "%r = vector.multi_reduction <maxsi>, %w, %two [1] : vector<2x3xi32> to vector<2xi32>",
            "vector<2xi32>",
            "[10, 100]",
        ),
        (
            "%r = \"vector.outerproduct\"(%two, %three) <{kind = #vector.kind<add>}> : (vector<2xi32>, vector<3xi32>) -> vector<2x3xi32>",
            "vector<2x3xi32>",
            "[[10, 20, 30], [100, 200, 300]]",
        ),
        (
            "%r = \"vector.outerproduct\"(%two, %three, %w) <{kind = #vector.kind<maxsi>}> : (vector<2xi32>, vector<3xi32>, vector<2x3xi32>) -> vector<2x3xi32>",
            "vector<2x3xi32>",
            "[[10, 20, 30], [100, 200, 300]]",
        ),
        (
            "%c7 = arith.constant 7 : i32\n  %r = \"vector.outerproduct\"(%two, %c7) <{kind = #vector.kind<add>}> : (vector<2xi32>, i32) -> vector<2xi32>",
            "vector<2xi32>",
            "[70, 700]",
        ),
        (CONTRACT_ADD, "vector<2x2xi32>", "[[6, 15], [15, 51]]"),
        (CONTRACT_MAX, "vector<2x2xi32>", "[[4, 10], [10, 25]]"),
        (CONTRACT_DOT, "i32", "14"),
        (CONTRACT_WIDE, "i32", "14"),
        (MASKED_SUM, "i32", "4"),
        (
            "%r = \"vector.mask\"(%none) ({\n    %s = \"vector.reduction\"(%v) <{kind = #vector.kind<minsi>}> : (vector<4xi32>) -> i32\n    \"vector.yield\"(%s) : (i32) -> ()\n  }) : (vector<4xi1>) -> i32",
            "i32",
            "2147483647",
        ),
        (
            "%r = \"vector.mask\"(%on) ({\n    %s = \"vector.multi_reduction\"(%w, %two) <{kind = #vector.kind<add>, reduction_dims = array<i64: 1>}> : (vector<2x3xi32>, vector<2xi32>) -> vector<2xi32>\n    \"vector.yield\"(%s) : (vector<2xi32>) -> ()\n  }) : (vector<2x3xi1>) -> vector<2xi32>",
            "vector<2xi32>",
            "[12, 104]",
        ),
    ];
    for (op, ty, expected) in cases {
        let found = attempt(&body(op), ty).map(|outcome| outcome.results[0].to_string());
        assert_eq!(found.as_deref(), Ok(expected), "{op}");
    }
}

const CONTRACT_ADD: &str = r#"%r = "vector.contract"(%w, %w, %four) <{indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<2x3xi32>, vector<2x3xi32>, vector<2x2xi32>) -> vector<2x2xi32>"#;
const CONTRACT_MAX: &str = r#"%r = "vector.contract"(%w, %w, %four) <{indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<maxsi>}> : (vector<2x3xi32>, vector<2x3xi32>, vector<2x2xi32>) -> vector<2x2xi32>"#;
const CONTRACT_DOT: &str = r#"%r = "vector.contract"(%v, %v, %x) <{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [#vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<4xi32>, vector<4xi32>, i32) -> i32"#;
const CONTRACT_WIDE: &str = r#"%b = arith.constant dense<[0, 1, 2, 3]> : vector<4xi8>
  %r = "vector.contract"(%b, %v, %x) <{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [#vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<4xi8>, vector<4xi32>, i32) -> i32"#;
const MASKED_SUM: &str = r#"%r = "vector.mask"(%m) ({
    %s = "vector.reduction"(%v) <{kind = #vector.kind<add>}> : (vector<4xi32>) -> i32
    "vector.yield"(%s) : (i32) -> ()
  }) : (vector<4xi1>) -> i32"#;

#[test]
fn reading_memory() {
    let masked = "  %on = arith.constant dense<[[true, true], [false, false]]> : vector<2x2xi1>\n  %c1 = arith.constant 1 : index\n  %r = \"vector.transfer_read\"(%A, %n, %n, %x, %on) <{in_bounds = [true, true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = affine_map<(i, j) -> (j, i)>}> : (memref<3x4xi32>, index, index, i32, vector<2x2xi1>) -> vector<2x2xi32>";
    let found = attempt(masked, "vector<2x2xi32>").map(|outcome| outcome.results[0].to_string());
    assert_eq!(
        found.as_deref(),
        Ok("[[10, 0], [11, 0]]"),
        "masks are shaped like memory"
    );
    let gather = "  %c0 = arith.constant 0 : index\n  %at = arith.constant dense<[3, 0, 99, 2]> : vector<4xindex>\n  %on = arith.constant dense<[true, true, false, true]> : vector<4xi1>\n  %r = \"vector.gather\"(%A, %c0, %c0, %at, %on, %v) : (memref<3x4xi32>, index, index, vector<4xindex>, vector<4xi1>, vector<4xi32>) -> vector<4xi32>";
    let found = attempt(gather, "vector<4xi32>").map(|outcome| outcome.results[0].to_string());
    assert_eq!(found.as_deref(), Ok("[3, 0, 2, 2]"));
    let passthru = "  %c0 = arith.constant 0 : index\n  %r = \"vector.mask\"(%m, %v) ({\n    %s = vector.transfer_read %A[%n, %c0], %x : memref<3x4xi32>, vector<4xi32>\n    \"vector.yield\"(%s) : (vector<4xi32>) -> ()\n  }) : (vector<4xi1>, vector<4xi32>) -> vector<4xi32>";
    let found = attempt(passthru, "vector<4xi32>").map(|outcome| outcome.results[0].to_string());
    assert_eq!(found.as_deref(), Ok("[0, 9, 2, 11]"));
}

/// `%A` after `op`.
fn written(op: &str) -> String {
    let body = format!(
        "  %c1 = arith.constant 1 : index\n  %p = ub.poison : vector<2xi32>\n  {op}\n  %r = arith.constant 0 : i32"
    );
    match attempt(&body, "i32") {
        Ok(outcome) => outcome.args[0].to_string(),
        Err(trap) => format!("{}: {}", trap.code(), trap.describe()),
    }
}

#[test]
fn writing_memory() {
    let rows = |rows: [&str; 3]| format!("[{}]", rows.map(|row| format!("[{row}]")).join(", "));
    let (first, second, third) = ("0, 1, 2, 3", "4, 5, 6, 7", "8, 9, 10, 11");
    let cases = [
        ("vector.store %v, %A[%n, %n] : memref<3x4xi32>, vector<4xi32>".to_owned(), "out-of-bounds: `%A[2, 4]` is out of bounds: dimension 1 has extent 4, the index is 4".to_owned()),
        ("vector.store %w, %A[%c1, %c1] : memref<3x4xi32>, vector<2x3xi32>".to_owned(), rows([first, "4, 0, 1, 2", "8, 3, 4, 5"])),
        ("vector.transfer_write %v, %A[%n, %n] : vector<4xi32>, memref<3x4xi32>".to_owned(), rows([first, second, "8, 9, 0, 1"])),
        ("vector.transfer_write %v, %A[%n, %n] {permutation_map = affine_map<(i, j) -> (i)>} : vector<4xi32>, memref<3x4xi32>".to_owned(), rows([first, second, "8, 9, 0, 11"])),
        ("vector.transfer_write %v, %A[%n, %n] {in_bounds = [true]} : vector<4xi32>, memref<3x4xi32>".to_owned(), "out-of-bounds: `%A[2, 4]` is out of bounds: dimension 1 has extent 4, the index is 4".to_owned()),
        (r#""vector.transfer_write"(%v, %A, %c1, %n, %m) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 1>, permutation_map = affine_map<(i, j) -> (j)>}> : (vector<4xi32>, memref<3x4xi32>, index, index, vector<4xi1>) -> ()"#.to_owned(), rows([first, "4, 5, 6, 1", third])),
        (r#""vector.maskedstore"(%A, %c1, %c1, %m, %v) : (memref<3x4xi32>, index, index, vector<4xi1>, vector<4xi32>) -> ()"#.to_owned(), "out-of-bounds: `%A[1, 4]` is out of bounds: dimension 1 has extent 4, the index is 4".to_owned()),
        (r#""vector.compressstore"(%A, %c1, %c1, %m, %v) : (memref<3x4xi32>, index, index, vector<4xi1>, vector<4xi32>) -> ()"#.to_owned(), rows([first, "4, 1, 3, 7", third])),
        ("%i = arith.constant dense<[2, 0, 9, 1]> : vector<4xindex>\n  %z = arith.constant 0 : index\n  \"vector.scatter\"(%A, %z, %z, %i, %m, %v) : (memref<3x4xi32>, index, index, vector<4xindex>, vector<4xi1>, vector<4xi32>) -> ()".to_owned(), rows(["1, 3, 2, 3", second, third])),
        ("vector.store %p, %A[%c1, %c1] : memref<3x4xi32>, vector<2xi32>".to_owned(), rows([first, "4, ?, ?, 7", third])),
        ("affine.for %i = 0 to 3 {\n    %s = affine.vector_load %A[%i, 0] : memref<3x4xi32>, vector<2xi32>\n    affine.vector_store %s, %A[%i, 2] : memref<3x4xi32>, vector<2xi32>\n  }".to_owned(), rows(["0, 1, 0, 1", "4, 5, 4, 5", "8, 9, 8, 9"])),
        (r#""vector.mask"(%m) ({
    vector.transfer_write %v, %A[%c1, %c1] : vector<4xi32>, memref<3x4xi32>
    "vector.yield"() : () -> ()
  }) : (vector<4xi1>) -> ()"#.to_owned(), rows([first, "4, 5, 1, 7", third])),
    ];
    for (op, expected) in cases {
        assert_eq!(written(&op), expected, "{op}");
    }
}

#[test]
fn transfers_of_tensors() {
    let text = r#"
func.func @f(%T: tensor<2x?xf32>) -> (tensor<2x?xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 9.0 : f32
  %E = tensor.empty() : tensor<4xf32>
  %dead = vector.transfer_read %E[%c0], %pad : tensor<4xf32>, vector<4xf32>
  %v = vector.transfer_read %T[%c1, %c1], %pad : tensor<2x?xf32>, vector<4xf32>
  %r = vector.transfer_write %v, %T[%c0, %c1] : vector<4xf32>, tensor<2x?xf32>
  return %r, %v : tensor<2x?xf32>, vector<4xf32>
}"#;
    let outcome = run(&parse(text), Concrete, RunOptions::default(), 3, &|_| Init::Iota).expect("it runs");
    let shown: Vec<String> = outcome.results.iter().map(Contents::to_string).collect();
    assert_eq!(shown, ["[[0.0, 4.0, 5.0], [3.0, 4.0, 5.0]]", "[4.0, 5.0, 9.0, 9.0]"]);
    assert_eq!(outcome.args[0].to_string(), "[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]");
}

/// Lanes that read poison as padding are computed and not stored.
#[test]
fn poison_that_is_not_stored_is_fine() {
    let text = r#"
func.func @f(%A: memref<?xf32>, %n: index) {
  %pad = ub.poison : f32
  affine.for %i = 0 to %n step 4 {
    %v = vector.transfer_read %A[%i], %pad : memref<?xf32>, vector<4xf32>
    %s = arith.addf %v, %v : vector<4xf32>
    %more = arith.cmpf oge, %s, %v : vector<4xf32>
    %t = arith.select %more, %s, %v : vector<4xi1>, vector<4xf32>
    vector.transfer_write %t, %A[%i] : vector<4xf32>, memref<?xf32>
  }
  return
}"#;
    let outcome = run(&parse(text), Concrete, RunOptions::default(), 6, &|_| Init::Iota).expect("it runs");
    assert_eq!(outcome.args[0].to_string(), "[0.0, 2.0, 4.0, 6.0, 8.0, 10.0]");
}

#[test]
fn poison_that_is_used_is_an_error() {
    let cases = [
        (
            "%p = ub.poison : i32\n  %r = arith.addi %p, %x : i32",
            "i32",
            "%r = arith.addi %p, %x : i32",
        ),
        (
            "%p = ub.poison : index\n  %r = memref.load %A[%n, %p] : memref<3x4xi32>",
            "i32",
            "%r = memref.load %A[%n, %p] : memref<3x4xi32>",
        ),
        (
            "%p = ub.poison : vector<4xi32>\n  %r = arith.divsi %v, %p : vector<4xi32>",
            "vector<4xi32>",
            "%r = arith.divsi %v, %p : vector<4xi32>",
        ),
        (
            "%p = ub.poison : vector<4xi32>\n  %s = vector.reduction <add>, %p : vector<4xi32> into i32\n  %r = arith.addi %s, %x : i32",
            "i32",
            "%r = arith.addi %s, %x : i32",
        ),
        (
            "%p = ub.poison : i1\n  %r = scf.if %p -> (i32) {\n    scf.yield %x : i32\n  } else {\n    scf.yield %x : i32\n  }",
            "i32",
            "%r = scf.if %p -> (i32) {",
        ),
    ];
    for (body, ty, place) in cases {
        let text = format!(
            "func.func @f(%A: memref<3x4xi32>, %x: i32, %v: vector<4xi32>, %n: index) -> {ty} {{\n  {body}\n  return %r : {ty}\n}}\n"
        );
        let trap = run(&parse(&text), Concrete, RunOptions::default(), 2, &|_| Init::Iota)
            .err()
            .expect("an error");
        assert_eq!(
            (trap.code(), trap.span.of(&text).lines().next()),
            ("poison-used", Some(place)),
            "{trap}"
        );
    }
    let stored = r#"
func.func @f(%A: memref<4xi32>, %n: index) -> i32 {
  %p = ub.poison : i32
  %t = arith.constant true
  %q = arith.constant 5 : i32
  %s = arith.select %t, %q, %p : i32
  memref.store %s, %A[%n] : memref<4xi32>
  memref.store %p, %A[%n] : memref<4xi32>
  %r = memref.load %A[%n] : memref<4xi32>
  return %r : i32
}"#;
    let trap = run(&parse(stored), Concrete, RunOptions::default(), 2, &|_| Init::Iota)
        .err()
        .expect("an error");
    assert_eq!(
        (trap.code(), trap.span.of(stored)),
        ("uninitialised-read", "%r = memref.load %A[%n] : memref<4xi32>")
    );
}

#[test]
fn errors_stand_at_the_operation() {
    let text = r#"
func.func @f(%A: memref<?xf32>, %n: index) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to %n step 4 {
    %v = vector.transfer_read %A[%i], %z {in_bounds = [true]} : memref<?xf32>, vector<4xf32>
    vector.transfer_write %v, %A[%i] : vector<4xf32>, memref<?xf32>
  }
  return
}"#;
    let trap = run(&parse(text), Concrete, RunOptions::default(), 6, &|_| Init::Iota)
        .err()
        .expect("an error");
    assert_eq!(
        trap.span.of(text),
        "%v = vector.transfer_read %A[%i], %z {in_bounds = [true]} : memref<?xf32>, vector<4xf32>"
    );
    assert_eq!(
        trap.to_string(),
        "out-of-bounds: `%A[6]` is out of bounds: dimension 0 has extent 6, the index is 6, at %i = 4"
    );
    assert_eq!(trap.index, [6]);
    let text = r#"
func.func @f() {
  %c0 = arith.constant 0 : index
  %A = memref.alloc() : memref<4xf32>
  %v = vector.load %A[%c0] : memref<4xf32>, vector<4xf32>
  %s = arith.addf %v, %v : vector<4xf32>
  return
}"#;
    let trap = run(&parse(text), Concrete, RunOptions::default(), 6, &|_| Init::Iota)
        .err()
        .expect("an error");
    assert_eq!(
        trap.span.of(text),
        "%v = vector.load %A[%c0] : memref<4xf32>, vector<4xf32>"
    );
    assert_eq!(
        trap.to_string(),
        "uninitialised-read: `%A[0]` is read but was never written"
    );
}

const SCALAR: &str = r#"
func.func @f(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}"#;

/// `j` in the lanes, as `--affine-super-vectorize` does it.
const LANES: &str = r#"
func.func @f(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %n: index) {
  %pad = ub.poison : f32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n step 4 {
      affine.for %k = 0 to %n {
        %a = vector.transfer_read %A[%i, %k], %pad {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (0)>} : memref<?x?xf32>, vector<4xf32>
        %b = vector.transfer_read %B[%k, %j], %pad : memref<?x?xf32>, vector<4xf32>
        %c = vector.transfer_read %C[%i, %j], %pad : memref<?x?xf32>, vector<4xf32>
        %p = arith.mulf %a, %b : vector<4xf32>
        %s = arith.addf %c, %p : vector<4xf32>
        vector.transfer_write %s, %C[%i, %j] : vector<4xf32>, memref<?x?xf32>
      }
    }
  }
  return
}"#;

/// Whole tiles by `vector.contract`, the rest masked with zeros.
const CONTRACTED: &str = r#"
func.func @f(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n step 2 {
    affine.for %j = 0 to %n step 3 {
      affine.for %k = 0 to %n step 4 {
        %a = vector.transfer_read %A[%i, %k], %zero : memref<?x?xf32>, vector<2x4xf32>
        %b = vector.transfer_read %B[%k, %j], %zero : memref<?x?xf32>, vector<4x3xf32>
        %c = vector.transfer_read %C[%i, %j], %zero : memref<?x?xf32>, vector<2x3xf32>
        %s = "vector.contract"(%a, %b, %c) <{indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<2x4xf32>, vector<4x3xf32>, vector<2x3xf32>) -> vector<2x3xf32>
        vector.transfer_write %s, %C[%i, %j] : vector<2x3xf32>, memref<?x?xf32>
      }
    }
  }
  return
}"#;

/// The dot product over `k` in the lanes, summed at the end.
const DOTS: &str = r#"
func.func @f(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %start = arith.constant dense<0.0> : vector<4xf32>
      %acc = affine.for %k = 0 to %n step 4 iter_args(%sum = %start) -> (vector<4xf32>) {
        %a = vector.transfer_read %A[%i, %k], %zero : memref<?x?xf32>, vector<4xf32>
        %b = vector.transfer_read %B[%k, %j], %zero {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<?x?xf32>, vector<4xf32>
        %s = vector.fma %a, %b, %sum : vector<4xf32>
        affine.yield %s : vector<4xf32>
      }
      %c = affine.load %C[%i, %j] : memref<?x?xf32>
      %r = vector.reduction <add>, %acc, %c : vector<4xf32> into f32
      affine.store %r, %C[%i, %j] : memref<?x?xf32>
    }
  }
  return
}"#;

#[test]
fn vectorised_matmuls_are_the_matmul() {
    let term = |text: &str| {
        let outcome = run(&parse(text), TermDomain::new(), RunOptions::default(), 6, &inputs);
        outcome.unwrap_or_else(|trap| panic!("{trap}")).args.remove(2)
    };
    let field = |text: &str| {
        let outcome = run(&parse(text), Field::new(), RunOptions::default(), 6, &inputs);
        outcome.unwrap_or_else(|trap| panic!("{trap}")).args.remove(2)
    };
    assert_eq!(
        first_difference(&term(SCALAR), &term(LANES)),
        None,
        "the same operations"
    );
    for (text, same) in [(LANES, true), (CONTRACTED, false), (DOTS, false)] {
        assert_eq!(first_difference(&term(SCALAR), &term(text)).is_none(), same);
        assert_eq!(first_difference(&field(SCALAR), &field(text)), None, "{text}");
    }
    let wrong = CONTRACTED.replace("%k = 0 to %n step 4", "%k = 4 to %n step 4");
    assert!(first_difference(&field(SCALAR), &field(&wrong)).is_some());
}

/// What nobody uses may be poison, also what decides between lanes; and an empty slice touches nothing.
#[test]
fn what_is_not_used_may_be_anything() {
    let text = "func.func @f(%A: memref<3xf32>, %B: memref<3xf32>) {
  %c0 = arith.constant 0 : index
  %p = ub.poison : f32
  %z = arith.constant dense<0.0> : vector<4xf32>
  %a = vector.transfer_read %A[%c0], %p : memref<3xf32>, vector<4xf32>
  %c = arith.cmpf ogt, %a, %z : vector<4xf32>
  %s = arith.select %c, %a, %z : vector<4xi1>, vector<4xf32>
  vector.transfer_write %s, %B[%c0] : vector<4xf32>, memref<3xf32>
  %e = memref.subview %A[5] [0] [1] : memref<3xf32> to memref<0xf32, strided<[1], offset: 5>>
  return
}
";
    let outcome = run(&parse(text), Concrete, RunOptions::default(), 2, &|_| Init::Iota).expect("defined");
    assert_eq!(outcome.args[1].to_string(), "[0.0, 1.0, 2.0]");
}
