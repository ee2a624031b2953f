//! Every error, at its exact place. In each program the operation that must fail is on the line
//! marked `// here`; the message is the whole message.

use crate::common::parse;
use polyvet_interp::{Concrete, Init, Machine, RunLimits, RunOptions, Trap};

fn trap(text: &str, options: RunOptions) -> Trap {
    let module = parse(text);
    let mut machine = Machine::new(&module, Concrete, options);
    let args = machine.default_args("f", &|_, _| 4, &|_| 4, &|_| Init::Iota);
    match args.and_then(|args| machine.call("f", args)) {
        Ok(_) => panic!("no error in\n{text}"),
        Err(trap) => trap,
    }
}

/// Checks code, message with iterations, and that the span is what is on the marked line.
fn check(text: &str, code: &str, message: &str) -> Trap {
    check_with(text, code, message, RunOptions::default())
}

fn check_with(text: &str, code: &str, message: &str, options: RunOptions) -> Trap {
    let trap = trap(text, options);
    let line = text
        .lines()
        .find(|line| line.contains("// here"))
        .expect("a marked line");
    let expected = line.split("// here").next().unwrap_or_default().trim();
    let found = trap.span.of(text);
    assert_eq!((trap.code(), &*trap.describe()), (code, message));
    let first = found.lines().next().unwrap_or_default();
    assert_eq!(
        first.split("// here").next().unwrap_or_default().trim(),
        expected,
        "span"
    );
    trap
}

#[test]
fn uninitialised_load() {
    let text = r#"
func.func @f() {
  %A = memref.alloc() : memref<2x2xf32>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      %v = affine.load %A[%i, %j] : memref<2x2xf32> // here
    }
  }
  return
}"#;
    let trap = check(
        text,
        "uninitialised-read",
        "`%A[0, 0]` is read but was never written, at %i = 0, %j = 0",
    );
    assert_eq!(trap.index, [0, 0]);
    let diagnostic = trap.to_diagnostic();
    let labels: Vec<(&str, &str)> = diagnostic
        .labels
        .iter()
        .map(|(span, text_)| (span.of(text), text_.as_str()))
        .collect();
    assert_eq!(labels[0], ("%A = memref.alloc() : memref<2x2xf32>", "allocated here"));
    assert_eq!(
        labels[1..],
        [("%i", "in iteration %i = 0"), ("%j", "in iteration %j = 0")]
    );
}

#[test]
fn uninitialised_through_a_copy() {
    check(
        r#"
func.func @f() -> f32 {
  %c1 = arith.constant 1 : index
  %A = memref.alloc() : memref<2xf32>
  %B = memref.alloc() : memref<2xf32>
  memref.copy %A, %B : memref<2xf32> to memref<2xf32>
  %v = memref.load %B[%c1] : memref<2xf32> // here
  return %v : f32
}"#,
        "uninitialised-read",
        "`%B[1]` is read but was never written",
    );
}

#[test]
fn uninitialised_payload() {
    check(
        r#"
func.func @f(%A: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %E = tensor.empty() : tensor<4x4xf32>
  %r = linalg.matmul ins(%A, %A : tensor<4x4xf32>, tensor<4x4xf32>) outs(%E : tensor<4x4xf32>) -> tensor<4x4xf32> // here
  return %r : tensor<4x4xf32>
}"#,
        "uninitialised-read",
        "`%E[0, 0]` is read but was never written, at d0 = 0, d1 = 0, d2 = 0",
    );
}

#[test]
fn out_of_bounds() {
    check(
        r#"
func.func @f(%A: memref<4x?xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %v = affine.load %A[%i, %j] : memref<4x?xi32>
      affine.store %v, %A[%i - 2, %j] : memref<4x?xi32> // here
    }
  }
  return
}"#,
        "out-of-bounds",
        "`%A[-2, 0]` is out of bounds: dimension 0 has extent 4, the index is -2, at %i = 0, %j = 0",
    );
}

#[test]
fn out_of_bounds_through_a_view() {
    check(
        r#"
func.func @f(%A: memref<4x4xi32>, %n: index) -> i32 {
  %V = memref.subview %A[1, 1] [2, 2] [2, 1] : memref<4x4xi32> to memref<2x2xi32, strided<[8, 1], offset: 5>>
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %ok = memref.load %V[%c1, %c1] : memref<2x2xi32, strided<[8, 1], offset: 5>>
  %v = memref.load %V[%c1, %c2] : memref<2x2xi32, strided<[8, 1], offset: 5>> // here
  return %v : i32
}"#,
        "out-of-bounds",
        "`%V[1, 2]` is out of bounds: dimension 1 has extent 2, the index is 2",
    );
    check(
        r#"
func.func @f(%A: memref<4x4xi32>, %n: index) {
  %V = memref.subview %A[0, %n] [2, 2] [1, 1] : memref<4x4xi32> to memref<2x2xi32, strided<[4, 1], offset: ?>> // here
  return
}"#,
        "out-of-bounds",
        "a slice of `%A` runs from 4 to 5 in dimension 1, whose extent is 4",
    );
}

#[test]
fn division_by_zero() {
    check(
        r#"
func.func @f(%A: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %z = memref.load %A[%c0] : memref<?xi32>
  %r = arith.divsi %z, %z : i32 // here
  return %r : i32
}"#,
        "division-by-zero",
        "`arith.divsi` divides 0 by zero",
    );
}

#[test]
fn lifetimes() {
    let trap = check(
        r#"
func.func @f() -> f32 {
  %c0 = arith.constant 0 : index
  %A = memref.alloc() : memref<1xf32>
  memref.dealloc %A : memref<1xf32>
  %v = memref.load %A[%c0] : memref<1xf32> // here
  return %v : f32
}"#,
        "use-after-free",
        "`%A[0]` is used after it was freed",
    );
    assert_eq!(trap.labels.len(), 2);
    check(
        r#"
func.func @f() {
  %A = memref.alloc() : memref<1xf32>
  %B = memref.cast %A : memref<1xf32> to memref<?xf32>
  memref.dealloc %A : memref<1xf32>
  memref.dealloc %B : memref<?xf32> // here
  return
}"#,
        "double-free",
        "`%B` is freed a second time",
    );
    check(
        r#"
func.func @f() {
  %A = memref.alloca() : memref<1xf32>
  memref.dealloc %A : memref<1xf32> // here
  return
}"#,
        "bad-free",
        "`%A` is freed, but its buffer is on the stack",
    );
    check(
        r#"
func.func @g() -> memref<1xf32> {
  %A = memref.alloca() : memref<1xf32>
  return %A : memref<1xf32>
}
func.func @f(%x: f32) {
  %c0 = arith.constant 0 : index
  %A = func.call @g() : () -> memref<1xf32>
  memref.store %x, %A[%c0] : memref<1xf32> // here
  return
}"#,
        "use-after-free",
        "`%A[0]` is used after it was freed",
    );
}

#[test]
fn shapes() {
    check(
        r#"
func.func @f(%A: memref<3x5xf32>, %B: memref<4x?xf32>, %C: memref<3x?xf32>) {
  linalg.matmul ins(%A, %B : memref<3x5xf32>, memref<4x?xf32>) outs(%C : memref<3x?xf32>) // here
  return
}"#,
        "shape-mismatch",
        "dimension 0 of `%B` has extent 4, but dimension 1 of `%A` has 5",
    );
    check(
        r#"
func.func @f(%A: tensor<?xf32>) -> tensor<5xf32> {
  %r = tensor.cast %A : tensor<?xf32> to tensor<5xf32> // here
  return %r : tensor<5xf32>
}"#,
        "shape-mismatch",
        "`%A` has extents [4], which do not fit the type of the result",
    );
    check(
        r#"
#map = affine_map<(d0, d1) -> (d0 + d1)>
func.func @f(%A: memref<?xf32>, %W: memref<3xf32>, %O: memref<3xf32>) {
  linalg.generic {indexing_maps = [#map, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%A, %W : memref<?xf32>, memref<3xf32>) outs(%O : memref<3xf32>) { // here
  ^bb0(%a: f32, %w: f32, %o: f32):
    %p = arith.mulf %a, %w : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  }
  return
}"#,
        "shape-mismatch",
        "`d0 + d1` reaches 4, but dimension 0 of `%A` has extent 4",
    );
}

#[test]
fn views_of_bytes() {
    let program = |body: &str| {
        format!(
            r#"
func.func @f(%x: f32) -> f32 {{
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %B = memref.alloc() : memref<16xi8>
  %V = "memref.view"(%B, %c0) : (memref<16xi8>, index) -> memref<2xf32>
  memref.store %x, %V[%c0] : memref<2xf32>
  {body}
  return %v : f32
}}"#
        )
    };
    let read = r#"%W = "memref.view"(%B, %c0) : (memref<16xi8>, index) -> memref<4xf32>
  %v = memref.load %W[%c0] : memref<4xf32>"#;
    let module = parse(&program(read));
    let outcome =
        crate::common::run(&module, Concrete, RunOptions::default(), 0, &|_| Init::Seeded(1)).expect("it runs");
    assert_eq!(outcome.results[0], outcome.args[0]);
    let wide = r#"%W = "memref.view"(%B, %c8) : (memref<16xi8>, index) -> memref<3xf32> // here
  %v = memref.load %W[%c0] : memref<3xf32>"#;
    check(
        &program(wide),
        "out-of-bounds",
        "a view of 3 elements of type `f32` from byte 8 leaves `%B`, which has 16",
    );
    let freed = r#"memref.dealloc %B : memref<16xi8>
  %v = memref.load %V[%c0] : memref<2xf32> // here"#;
    check(&program(freed), "use-after-free", "`%V[0]` is used after it was freed");
    let byte = r#"%b = memref.load %B[%c0] : memref<16xi8> // here
  %v = arith.addf %x, %x : f32"#;
    check(
        &program(byte),
        "unsupported-op",
        "bytes of `%B` are accessed directly and through `memref.view`",
    );
}

#[test]
fn limits() {
    let endless = r#"
func.func @f(%x: i32) {
  %t = arith.constant true
  "scf.while"() ({
    "scf.condition"(%t) : (i1) -> ()
  }, {
    %y = arith.addi %x, %x : i32
    "scf.yield"() : () -> ()
  }) : () -> ()
  return
}"#;
    let limits = RunLimits {
        steps: 1000,
        ..RunLimits::default()
    };
    let options = RunOptions {
        limits,
        ..RunOptions::default()
    };
    assert_eq!(trap(endless, options).code(), "step-limit");
    check(
        r#"
func.func @f(%n: index) {
  %A = memref.alloc(%n) : memref<100000x100000x?xf32>
  %B = memref.alloc(%n) : memref<100000x100000x?xf32>
  %T = memref.transpose %A (d0, d1, d2) -> (d1, d0, d2) : memref<100000x100000x?xf32> to memref<100000x100000x?xf32, affine_map<(d0, d1, d2)[s0, s1, s2] -> (d0 * s1 + s0 + d1 * s2 + d2)>>
  memref.copy %T, %B : memref<100000x100000x?xf32, affine_map<(d0, d1, d2)[s0, s1, s2] -> (d0 * s1 + s0 + d1 * s2 + d2)>> to memref<100000x100000x?xf32> // here
  return
}"#,
        "memory-limit",
        "`100000x100000x4` elements exceed the 16777216 left of the limit of 16777216",
    );
    check(
        r#"
func.func @f(%x: f32) {
  %A = tensor.splat %x : tensor<100000x100000xf32> // here
  return
}"#,
        "memory-limit",
        "`100000x100000` elements exceed the 16777216 left of the limit of 16777216",
    );
    // Known before the first element is written.
    check(
        r#"
func.func @f(%x: f32) {
  %A = tensor.empty() : tensor<100000x100000xf32>
  %B = linalg.fill ins(%x : f32) outs(%A : tensor<100000x100000xf32>) -> tensor<100000x100000xf32> // here
  return
}"#,
        "memory-limit",
        "the 10000003072 newly touched elements exceed the 16777216 left of the limit of 16777216",
    );
    check(
        r#"
func.func @f(%x: f32) {
  %A = memref.alloc() : memref<100000x100000xf32>
  linalg.fill ins(%x : f32) outs(%A : memref<100000x100000xf32>) // here
  return
}"#,
        "memory-limit",
        "the 10000003072 newly touched elements exceed the 16777216 left of the limit of 16777216",
    );
    check(
        r#"
func.func @f() {
  %A = memref.alloc() : memref<4294967296x4294967296x4294967296xf32> // here
  return
}"#,
        "memory-limit",
        "`4294967296x4294967296x4294967296` elements are more than anything could address",
    );
    let trap = check(
        r#"
func.func @f(%n: index) {
  func.call @f(%n) : (index) -> () // here
  return
}"#,
        "recursion-limit",
        "more than 128 nested calls",
    );
    assert_eq!(trap.calls.len(), 128);
    assert_eq!(trap.calls[0].0, "f");
}

/// Of a huge buffer that was hardly written every other cell is known to be unwritten.
#[test]
fn huge_buffers() {
    let unwritten = r#"
func.func @f(%x: f32) {
  %A = memref.alloc() : memref<1000000x1000000xf32>
  affine.store %x, %A[5, 5] : memref<1000000x1000000xf32>
  %a = affine.load %A[5, 6] : memref<1000000x1000000xf32> // here
  return
}"#;
    check(
        unwritten,
        "uninitialised-read",
        "`%A[5, 6]` is read but was never written",
    );
}

/// The deepest walk there is must fit the 2 MiB stack of a test.
#[test]
fn deep_nesting_and_recursion() {
    let mut text = "func.func @f(%n: index) {\n".to_owned();
    let depth = 100;
    for at in 0..depth {
        text += &format!("affine.for %i{at} = 0 to 1 {{\n");
    }
    text += "func.call @f(%n) : (index) -> ()\n";
    text += &"}\n".repeat(depth);
    text += "return\n}\n";
    let trap = trap(&text, RunOptions::default());
    assert_eq!(
        (trap.code(), trap.message.as_str()),
        ("recursion-limit", "more than 512 nested regions and calls")
    );
    assert_eq!(trap.calls.len(), 5);
}

#[test]
fn what_is_not_supported_says_so() {
    check(
        r#"
func.func @f(%x: f32) {
  %v = "vector.vscale"() : () -> index // here
  return
}"#,
        "unsupported-op",
        "`vector.vscale` is not supported",
    );
    check(
        r#"
func.func private @g(f32)
func.func @f(%x: f32) {
  func.call @g(%x) : (f32) -> () // here
  return
}"#,
        "unsupported-op",
        "`@g` is only declared, so its body is unknown",
    );
}

#[test]
fn an_operation_that_is_not_reached_is_no_error() {
    let module = parse(
        r#"
func.func @f(%x: f32) {
  affine.for %i = 0 to 0 {
    %v = "vector.vscale"() : () -> index
  }
  return
}"#,
    );
    crate::common::run(&module, Concrete, RunOptions::default(), 4, &|_| Init::Iota).expect("nothing is run");
}

#[test]
fn steps_and_constants() {
    check(
        r#"
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %c0 { // here
  }
  return
}"#,
        "bad-step",
        "the step of a loop is 0, but must be positive",
    );
    check(
        r#"
memref.global "private" constant @g : memref<2xf32> = dense<[1.0, 2.0]>
func.func @f(%x: f32) {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @g : memref<2xf32>
  memref.store %x, %g[%c0] : memref<2xf32> // here
  return
}"#,
        "write-to-constant",
        "`%g` is constant",
    );
}

#[test]
fn arguments_are_checked() {
    let module = parse("func.func @f(%A: memref<4x?xf32>, %n: index) {\n  return\n}\n");
    let mut machine = Machine::new(&module, Concrete, RunOptions::default());
    let short = machine
        .memref(&[3, 5], &polyvet_ir::Type::F32, Init::Uninit)
        .expect("a buffer");
    let n = machine.index(1);
    let trap = machine
        .call("f", vec![short.clone(), n.clone()])
        .expect_err("a wrong shape");
    assert_eq!(
        (trap.code(), trap.message.as_str()),
        ("bad-argument", "argument `%A` has extent 3 where its type says 4")
    );
    let trap = machine.call("f", vec![n, short]).expect_err("a wrong kind");
    assert_eq!(trap.message, "argument `%A` is an index, which is not of its type");
    assert_eq!(
        machine.call("f", vec![]).expect_err("too few").message,
        "0 arguments given, 2 expected"
    );
    assert_eq!(
        machine.call("g", vec![]).expect_err("no such function").message,
        "there is no function `@g`"
    );
    let large = machine
        .memref(&[1 << 40, 1 << 40], &polyvet_ir::Type::F32, Init::Iota)
        .expect_err("too large");
    assert_eq!(large.code(), "memory-limit");
}
