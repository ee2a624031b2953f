//! Small whole programs, one for each operation that moves values: what `@f` returns, as it is printed.

use crate::common::parse;
use polyvet_interp::{Concrete, Machine, RunOptions};

/// Runs `@f` without arguments.
fn results(text: &str) -> Vec<String> {
    let module = parse(text);
    let mut machine = Machine::new(&module, Concrete, RunOptions::default());
    let results = machine
        .call("f", Vec::new())
        .unwrap_or_else(|trap| panic!("{trap}\nin\n{text}"));
    let shown = |value| machine.read(value).expect("a live value").to_string();
    results.iter().map(shown).collect()
}

/// Checks the body of `@f`, which has 0, 1, .. 5 in `%A : memref<2x3xf32>` and in `%T`, the same as a tensor.
fn check(body: &str, types: &str, expected: &[&str]) {
    let text = format!(
        r#"
func.func @f() -> ({types}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  %T = arith.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %A = bufferization.to_buffer %T : tensor<2x3xf32> to memref<2x3xf32>
{body}
}}"#
    );
    assert_eq!(results(&text), expected, "{body}");
}

#[test]
fn windows() {
    check(
        r#"
  %C = memref.collapse_shape %A [[0, 1]] : memref<2x3xf32> into memref<6xf32>
  %E = memref.expand_shape %C [[0, 1]] output_shape [3, 2] : memref<6xf32> into memref<3x2xf32>
  %R = memref.reinterpret_cast %A to offset: [1], sizes: [2, 2], strides: [3, 1] : memref<2x3xf32> to memref<2x2xf32, strided<[3, 1], offset: 1>>
  %P = memref.transpose %A (i, j) -> (j, i) : memref<2x3xf32> to memref<3x2xf32, strided<[1, 3]>>
  return %C, %E, %R, %P : memref<6xf32>, memref<3x2xf32>, memref<2x2xf32, strided<[3, 1], offset: 1>>, memref<3x2xf32, strided<[1, 3]>>"#,
        "memref<6xf32>, memref<3x2xf32>, memref<2x2xf32, strided<[3, 1], offset: 1>>, memref<3x2xf32, strided<[1, 3]>>",
        &[
            "[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]",
            "[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]",
            "[[1.0, 2.0], [4.0, 5.0]]",
            "[[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]",
        ],
    );
    check(
        r#"
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %A : memref<2x3xf32> -> memref<f32>, index, index, index, index, index
  %rank = memref.rank %A : memref<2x3xf32>
  return %offset, %sizes#1, %strides#0, %rank : index, index, index, index"#,
        "index, index, index, index",
        &["0", "3", "3", "2"],
    );
    check(
        r#"
  %shape = memref.alloca() : memref<2xindex>
  %c3 = arith.constant 3 : index
  memref.store %c3, %shape[%c0] : memref<2xindex>
  memref.store %c2, %shape[%c1] : memref<2xindex>
  %R = memref.reshape %A(%shape) : (memref<2x3xf32>, memref<2xindex>) -> memref<?x?xf32>
  memref.store %one, %A[%c0, %c0] : memref<2x3xf32>
  return %R : memref<?x?xf32>"#,
        "memref<?x?xf32>",
        &["[[1.0, 1.0], [2.0, 3.0], [4.0, 5.0]]"],
    );
}

#[test]
fn assumptions_that_hold() {
    check(
        r#"
  %B = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  linalg.fill ins(%one : f32) outs(%B : memref<4xf32>)
  %a = memref.assume_alignment %B, 16 : memref<4xf32>
  %x, %y = memref.distinct_objects %A, %a : memref<2x3xf32>, memref<4xf32>
  %s = memref.memory_space_cast %y : memref<4xf32> to memref<4xf32, 1>
  affine.prefetch %x[0, 1], read, locality<3>, data : memref<2x3xf32>
  memref.prefetch %x[%c0, %c0], read, locality<3>, data : memref<2x3xf32>
  %v = memref.load %s[%c0] : memref<4xf32, 1>
  "func.return"(%v) : (f32) -> ()"#,
        "f32",
        &["1.0"],
    );
}

#[test]
fn lifetimes_of_memory() {
    check(
        r#"
  %r = memref.alloca_scope -> (f32) {
    %B = memref.alloca() : memref<1xf32>
    memref.store %one, %B[%c0] : memref<1xf32>
    %v = memref.load %B[%c0] : memref<1xf32>
    memref.alloca_scope.return %v : f32
  }
  return %r : f32"#,
        "f32",
        &["1.0"],
    );
    check(
        r#"
  %B = memref.alloc() : memref<2xf32>
  linalg.fill ins(%one : f32) outs(%B : memref<2xf32>)
  %c4 = arith.constant 4 : index
  %G = memref.realloc %B(%c4) : memref<2xf32> to memref<?xf32>
  %S = memref.realloc %G : memref<?xf32> to memref<1xf32>
  return %S : memref<1xf32>"#,
        "memref<1xf32>",
        &["[1.0]"],
    );
}

#[test]
fn atomic_updates() {
    check(
        r#"
  %stored = memref.generic_atomic_rmw %A[%c1, %c2] : memref<2x3xf32> {
  ^bb0(%now: f32):
    %new = arith.mulf %now, %now : f32
    memref.atomic_yield %new : f32
  }
  return %stored, %A : f32, memref<2x3xf32>"#,
        "f32, memref<2x3xf32>",
        &["5.0", "[[0.0, 1.0, 2.0], [3.0, 4.0, 25.0]]"],
    );
}

#[test]
fn tensors() {
    check(
        r#"
  %d = tensor.dim %T, %c1 : tensor<2x3xf32>
  %k = tensor.rank %T : tensor<2x3xf32>
  %e = tensor.from_elements %one, %one : tensor<2xf32>
  %s = tensor.splat %one : tensor<3xf32>
  %c = tensor.concat dim(0) %e, %s : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  %b = tensor.bitcast %e : tensor<2xf32> to tensor<2xi32>
  return %d, %k, %c, %b : index, index, tensor<5xf32>, tensor<2xi32>"#,
        "index, index, tensor<5xf32>, tensor<2xi32>",
        &["3", "2", "[1.0, 1.0, 1.0, 1.0, 1.0]", "[1065353216, 1065353216]"],
    );
    check(
        r#"
  %g = tensor.generate %c2 {
  ^bb0(%i: index, %j: index):
    %n = arith.addi %i, %j : index
    %m = arith.index_cast %n : index to i32
    tensor.yield %m : i32
  } : tensor<?x2xi32>
  %shape = arith.constant dense<[3, 2]> : tensor<2xindex>
  %r = tensor.reshape %T(%shape) : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<?x2xf32>
  return %g, %r : tensor<?x2xi32>, tensor<?x2xf32>"#,
        "tensor<?x2xi32>, tensor<?x2xf32>",
        &["[[0, 1], [1, 2]]", "[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]"],
    );
}

#[test]
fn structured_operations() {
    check(
        r#"
  %row = tensor.extract_slice %T[1, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<3xf32>
  %E = tensor.empty() : tensor<2x3xf32>
  %b = linalg.broadcast ins(%row : tensor<3xf32>) outs(%E : tensor<2x3xf32>) dimensions = [0]
  %F = tensor.empty() : tensor<3x2xf32>
  %t = linalg.transpose ins(%T : tensor<2x3xf32>) outs(%F : tensor<3x2xf32>) permutation = [1, 0]
  %m = linalg.map { arith.addf } ins(%T, %b : tensor<2x3xf32>, tensor<2x3xf32>) outs(%E : tensor<2x3xf32>)
  %Z = arith.constant dense<0.0> : tensor<2xf32>
  %r = linalg.reduce { arith.addf } ins(%T : tensor<2x3xf32>) outs(%Z : tensor<2xf32>) dimensions = [1]
  return %b, %t, %m, %r : tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x3xf32>, tensor<2xf32>"#,
        "tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x3xf32>, tensor<2xf32>",
        &[
            "[[3.0, 4.0, 5.0], [3.0, 4.0, 5.0]]",
            "[[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]",
            "[[3.0, 5.0, 7.0], [6.0, 8.0, 10.0]]",
            "[3.0, 12.0]",
        ],
    );
}

#[test]
fn bufferization() {
    check(
        r#"
  %E = bufferization.alloc_tensor() : tensor<2x3xf32>
  %C = bufferization.alloc_tensor() copy(%T) : tensor<2x3xf32>
  bufferization.dealloc_tensor %E : tensor<2x3xf32>
  %B = bufferization.clone %A : memref<2x3xf32> to memref<2x3xf32>
  memref.store %one, %A[%c0, %c0] : memref<2x3xf32>
  %D = tensor.empty() : tensor<2x3xf32>
  %M = bufferization.materialize_in_destination %C in %D : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %V = bufferization.to_tensor %A restrict : memref<2x3xf32> to tensor<2x3xf32>
  return %B, %M, %V : memref<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>"#,
        "memref<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>",
        &[
            "[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]",
            "[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]",
            "[[1.0, 1.0, 2.0], [3.0, 4.0, 5.0]]",
        ],
    );
}

#[test]
fn complex_numbers() {
    check(
        r#"
  %two = arith.constant 2.0 : f32
  %half = arith.constant 0.5 : f32
  %x = complex.create %one, %two : complex<f32>
  %y = complex.constant [3.0 : f32, -1.0 : f32] : complex<f32>
  %p = complex.mul %x, %y : complex<f32>
  %s = complex.add %p, %x : complex<f32>
  %d = complex.sub %s, %y : complex<f32>
  %n = complex.neg %d : complex<f32>
  %re = complex.re %n : complex<f32>
  %im = complex.im %n : complex<f32>
  %same = complex.eq %x, %y : complex<f32>
  %other = complex.neq %x, %y : complex<f32>
  return %re, %im, %p, %same, %other : f32, f32, complex<f32>, i1, i1"#,
        "f32, f32, complex<f32>, i1, i1",
        // (1 + 2i)(3 - i) = 5 + 5i.
        &["-3.0", "-8.0", "(5.0, 5.0)", "false", "true"],
    );
}

/// Forms that MLIR has given up are read as those that took their place.
#[test]
fn old_forms_of_vectors() {
    check(
        r#"
  %v = vector.splat %one : vector<4xf32>
  %two = arith.addf %one, %one : f32
  %w = vector.insertelement %two, %v[%c2 : index] : vector<4xf32>
  %e = vector.extractelement %w[%c2 : index] : vector<4xf32>
  return %v, %w, %e : vector<4xf32>, vector<4xf32>, f32"#,
        "vector<4xf32>, vector<4xf32>, f32",
        &["[1.0, 1.0, 1.0, 1.0]", "[1.0, 1.0, 2.0, 1.0]", "2.0"],
    );
}
