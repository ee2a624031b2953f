//! Whole programs against the same thing written in Rust.

use crate::common::{Outcome, inputs, parse, run};
use polyvet_interp::{
    Concrete, Init, Machine, ParallelOrder, RunOptions, RuntimeValue, Scalar, ScalarType, TermDomain,
};
use polyvet_ir::Type;

fn seeded(argument: usize) -> Init {
    Init::Seeded(argument as u64 + 1)
}

/// The elements an argument of `Seeded(argument + 1)` starts with.
fn start(argument: usize, count: usize) -> Vec<f64> {
    let module = parse("func.func @f() {\n  return\n}\n");
    let mut machine = Machine::new(&module, Concrete, RunOptions::default());
    let value = machine
        .tensor(&[count as i64], &Type::F64, seeded(argument))
        .expect("small");
    machine.read(&value).expect("a tensor").floats().expect("floats")
}

fn concrete(text: &str, size: i64) -> Outcome {
    let module = parse(text);
    match run(&module, Concrete, RunOptions::default(), size, &seeded) {
        Ok(outcome) => outcome,
        Err(trap) => panic!("{trap}\n{text}"),
    }
}

const MATMUL: &str = r#"
func.func @f(%A: memref<?x?xf64>, %B: memref<?x?xf64>, %C: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %b = affine.load %B[%k, %j] : memref<?x?xf64>
        %c = affine.load %C[%i, %j] : memref<?x?xf64>
        %p = arith.mulf %a, %b : f64
        %s = arith.addf %c, %p : f64
        affine.store %s, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}"#;

fn matmul(n: usize) -> Vec<f64> {
    let (a, b, mut c) = (start(0, n * n), start(1, n * n), start(2, n * n));
    for i in 0..n {
        for j in 0..n {
            for k in 0..n {
                c[i * n + j] += a[i * n + k] * b[k * n + j];
            }
        }
    }
    c
}

#[test]
fn matmul_as_loops_structured_on_memrefs_and_tensors() {
    let expected = Some(matmul(7));
    assert_eq!(concrete(MATMUL, 7).args[2].floats(), expected);
    let structured = r#"
func.func @f(%A: memref<?x?xf64>, %B: memref<?x?xf64>, %C: memref<?x?xf64>) {
  linalg.matmul ins(%A, %B : memref<?x?xf64>, memref<?x?xf64>) outs(%C : memref<?x?xf64>)
  return
}"#;
    assert_eq!(concrete(structured, 7).args[2].floats(), expected);
    let values = r#"
func.func @f(%A: tensor<?x?xf64>, %B: tensor<?x?xf64>, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.matmul ins(%A, %B : tensor<?x?xf64>, tensor<?x?xf64>) outs(%C : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}"#;
    let outcome = concrete(values, 7);
    assert_eq!(outcome.results[0].floats(), expected);
    assert_eq!(
        outcome.args[2].floats(),
        Some(start(2, 49)),
        "an argument that is a tensor stays as it was"
    );
}

#[test]
fn jacobi() {
    let text = r#"
func.func @f(%A: memref<?xf64>, %B: memref<?xf64>, %n: index) {
  %third = arith.constant 0.33333 : f64
  affine.for %t = 0 to 3 {
    affine.for %i = 1 to affine_map<(d0) -> (d0 - 1)>(%n) {
      %x = affine.load %A[%i - 1] : memref<?xf64>
      %y = affine.load %A[%i] : memref<?xf64>
      %z = affine.load %A[%i + 1] : memref<?xf64>
      %s = arith.addf %x, %y : f64
      %u = arith.addf %s, %z : f64
      %v = arith.mulf %u, %third : f64
      affine.store %v, %B[%i] : memref<?xf64>
    }
    affine.for %i = 1 to affine_map<(d0) -> (d0 - 1)>(%n) {
      %v = affine.load %B[%i] : memref<?xf64>
      affine.store %v, %A[%i] : memref<?xf64>
    }
  }
  return
}"#;
    let n = 9;
    let (mut a, mut b) = (start(0, n), start(1, n));
    for _ in 0..3 {
        for i in 1..n - 1 {
            b[i] = ((a[i - 1] + a[i]) + a[i + 1]) * 0.33333;
        }
        a[1..n - 1].copy_from_slice(&b[1..n - 1]);
    }
    let outcome = concrete(text, n as i64);
    assert_eq!((outcome.args[0].floats(), outcome.args[1].floats()), (Some(a), Some(b)));
}

#[test]
fn lu() {
    let text = r#"
func.func @f(%A: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %k = 0 to %n {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to %n {
      %x = affine.load %A[%i, %k] : memref<?x?xf64>
      %p = affine.load %A[%k, %k] : memref<?x?xf64>
      %l = arith.divf %x, %p : f64
      affine.store %l, %A[%i, %k] : memref<?x?xf64>
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to %n {
        %u = affine.load %A[%k, %j] : memref<?x?xf64>
        %y = affine.load %A[%i, %j] : memref<?x?xf64>
        %m = arith.mulf %l, %u : f64
        %z = arith.subf %y, %m : f64
        affine.store %z, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}"#;
    let n = 6;
    let mut a = start(0, n * n);
    // A dominant diagonal, so that no pivot is zero.
    (0..n).for_each(|i| a[i * n + i] += 100.0);
    let values = Init::Values(a.iter().copied().map(Scalar::f64).collect());
    for k in 0..n {
        for i in k + 1..n {
            a[i * n + k] /= a[k * n + k];
            for j in k + 1..n {
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
            }
        }
    }
    let outcome = run(&parse(text), Concrete, RunOptions::default(), n as i64, &|_| {
        values.clone()
    })
    .expect("it runs");
    assert_eq!(outcome.args[0].floats(), Some(a));
}

#[test]
fn reductions_carry_values_and_zero_trips_give_the_start() {
    let text = r#"
func.func @f(%A: memref<?xf64>, %n: index) -> (f64, f64) {
  %z = arith.constant 0.0 : f64
  %s = affine.for %i = 0 to %n step 2 iter_args(%acc = %z) -> (f64) {
    %v = affine.load %A[%i] : memref<?xf64>
    %t = arith.addf %acc, %v : f64
    affine.yield %t : f64
  }
  %e = affine.for %i = 5 to 3 iter_args(%acc = %s) -> (f64) {
    affine.yield %z : f64
  }
  return %s, %e : f64, f64
}"#;
    let a = start(0, 7);
    let expected = a[0] + a[2] + a[4] + a[6];
    let outcome = concrete(text, 7);
    assert_eq!(outcome.results[0].floats(), Some(vec![expected]));
    assert_eq!(outcome.results[1].floats(), Some(vec![expected]));
}

#[test]
fn minimum_and_maximum_of_bounds() {
    let text = r#"
func.func @f(%A: memref<16xf64>, %n: index) {
  %one = arith.constant 1.0 : f64
  affine.for %t = 0 to 16 step 4 {
    affine.for %i = max affine_map<(d0) -> (d0, 2)>(%t) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%t)[%n] {
      affine.store %one, %A[%i] : memref<16xf64>
    }
  }
  return
}"#;
    let mut a = start(0, 16);
    a[2..11].fill(1.0);
    assert_eq!(concrete(text, 11).args[0].floats(), Some(a));
}

#[test]
fn branches_by_integer_sets() {
    let text = r#"
func.func @f(%A: memref<?xf64>, %n: index) {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0)[s0] : (d0 - 2 >= 0, s0 - 5 - d0 >= 0)>(%i)[%n] {
      affine.store %one, %A[%i] : memref<?xf64>
    } else {
      affine.store %two, %A[%i] : memref<?xf64>
    }
  }
  return
}"#;
    let expected = vec![2.0, 2.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0];
    assert_eq!(concrete(text, 8).args[0].floats(), Some(expected));
}

#[test]
fn structured_payloads_with_indices_and_strides() {
    let text = r#"
#in = affine_map<(d0, d1) -> (d0 * 2 + d1)>
func.func @f(%A: tensor<9xf64>, %W: tensor<3xf64>) -> tensor<4xf64> {
  %z = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %o = linalg.fill ins(%z : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic {indexing_maps = [#in, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%A, %W : tensor<9xf64>, tensor<3xf64>) outs(%o : tensor<4xf64>) {
  ^bb0(%a: f64, %w: f64, %acc: f64):
    %i = linalg.index 1 : index
    %n = arith.index_cast %i : index to i32
    %x = arith.sitofp %n : i32 to f64
    %p = arith.mulf %a, %w : f64
    %q = arith.mulf %p, %x : f64
    %s = arith.addf %acc, %q : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}"#;
    let (a, w) = (start(0, 9), start(1, 3));
    let sum = |o: usize| (0..3).map(|k| a[2 * o + k] * w[k] * k as f64).sum::<f64>();
    assert_eq!(concrete(text, 0).results[0].floats(), Some((0..4).map(sum).collect()));
}

#[test]
fn tensors_are_values() {
    let text = r#"
func.func @f(%A: tensor<3xf64>, %x: f64) -> (tensor<3xf64>, tensor<3xf64>, f64) {
  %c1 = arith.constant 1 : index
  %B = tensor.insert %x into %A[%c1] : tensor<3xf64>
  %v = tensor.extract %A[%c1] : tensor<3xf64>
  return %A, %B, %v : tensor<3xf64>, tensor<3xf64>, f64
}"#;
    let (a, x) = (start(0, 3), start(1, 1)[0]);
    let outcome = concrete(text, 0);
    assert_eq!(outcome.results[0].floats(), Some(a.clone()));
    assert_eq!(outcome.results[1].floats(), Some(vec![a[0], x, a[2]]));
    assert_eq!(outcome.results[2].floats(), Some(vec![a[1]]));
}

#[test]
fn slices_padding_and_reshapes() {
    let text = r#"
func.func @f(%A: tensor<4x4xf64>, %x: f64, %n: index) -> (tensor<2xf64>, tensor<4x4xf64>, tensor<6x4xf64>, tensor<2x8xf64>) {
  %s = "tensor.extract_slice"(%A, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 1, -9223372036854775808>, static_sizes = array<i64: 1, 2>, static_strides = array<i64: 1, 2>}> : (tensor<4x4xf64>, index) -> tensor<2xf64>
  %i = "tensor.insert_slice"(%s, %A) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 2, 1>, static_sizes = array<i64: 2, 1>, static_strides = array<i64: 1, 1>}> : (tensor<2xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  %p = "tensor.pad"(%A) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_high = array<i64: 1, 0>, static_low = array<i64: 1, 0>}> ({
  ^bb0(%r: index, %c: index):
    "tensor.yield"(%x) : (f64) -> ()
  }) : (tensor<4x4xf64>) -> tensor<6x4xf64>
  %c = "tensor.collapse_shape"(%A) <{reassociation = [[0, 1]]}> : (tensor<4x4xf64>) -> tensor<16xf64>
  %e = "tensor.expand_shape"(%c) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2, 8>}> : (tensor<16xf64>) -> tensor<2x8xf64>
  return %s, %i, %p, %e : tensor<2xf64>, tensor<4x4xf64>, tensor<6x4xf64>, tensor<2x8xf64>
}"#;
    let (a, x) = (start(0, 16), start(1, 1)[0]);
    let outcome = concrete(text, 1);
    assert_eq!(outcome.results[0].floats(), Some(vec![a[5], a[7]]));
    let mut inserted = a.clone();
    (inserted[9], inserted[13]) = (a[5], a[7]);
    assert_eq!(outcome.results[1].floats(), Some(inserted));
    let padded = [vec![x; 4], a.clone(), vec![x; 4]].concat();
    assert_eq!(outcome.results[2].floats(), Some(padded));
    assert_eq!(outcome.results[3].floats(), Some(a));
}

#[test]
fn globals_views_and_copies() {
    let text = r#"
memref.global "private" @g : memref<2x3xf64> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>
func.func @f(%A: memref<3xf64>) {
  %g = memref.get_global @g : memref<2x3xf64>
  %row = "memref.subview"(%g) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 1, 0>, static_sizes = array<i64: 1, 3>, static_strides = array<i64: 1, 1>}> : (memref<2x3xf64>) -> memref<3xf64, strided<[1], offset: 3>>
  "memref.copy"(%row, %A) : (memref<3xf64, strided<[1], offset: 3>>, memref<3xf64>) -> ()
  %x = arith.constant 9.0 : f64
  affine.store %x, %row[0] : memref<3xf64, strided<[1], offset: 3>>
  %v = affine.load %g[1, 0] : memref<2x3xf64>
  affine.store %v, %A[2] : memref<3xf64>
  return
}"#;
    assert_eq!(concrete(text, 0).args[0].floats(), Some(vec![4.0, 5.0, 9.0]));
}

#[test]
fn parallel_loops_run_in_the_order_asked_for() {
    let text = r#"
func.func @f(%A: memref<4xindex>) {
  %C = memref.alloca() : memref<index>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.store %c0, %C[] : memref<index>
  affine.parallel (%i) = (0) to (4) {
    %n = affine.load %C[] : memref<index>
    affine.store %n, %A[%i] : memref<4xindex>
    %m = arith.addi %n, %c1 : index
    affine.store %m, %C[] : memref<index>
  }
  return
}"#;
    let module = parse(text);
    let order = |parallel| {
        let options = RunOptions {
            parallel,
            ..RunOptions::default()
        };
        let outcome = run(&module, Concrete, options, 0, &seeded).expect("it runs");
        outcome.args[0]
            .scalars()
            .expect("written")
            .iter()
            .map(|n| n.signed())
            .collect::<Vec<_>>()
    };
    assert_eq!(order(ParallelOrder::Forward), [0, 1, 2, 3]);
    assert_eq!(order(ParallelOrder::Backward), [3, 2, 1, 0]);
    let mut shuffled = order(ParallelOrder::Shuffled(7));
    shuffled.sort_unstable();
    assert_eq!(shuffled, [0, 1, 2, 3]);
}

#[test]
fn the_observer_sees_every_access() {
    let module = parse(MATMUL);
    let mut seen = Vec::new();
    {
        let mut machine = Machine::new(&module, Concrete, RunOptions::default());
        let args = machine
            .default_args("f", &|_, _| 2, &|_| 2, &seeded)
            .expect("arguments");
        machine.observe(|access| {
            let loops: Vec<i64> = access.loops.iter().map(|iteration| iteration.value).collect();
            seen.push((access.write, access.index.to_vec(), loops));
        });
        machine.call("f", args).expect("it runs");
    }
    assert_eq!(seen.len(), 4 * 8);
    assert_eq!(seen[7], (true, vec![0, 0], vec![0, 0, 1]));
    assert_eq!(seen[31], (true, vec![1, 1], vec![1, 1, 1]));
}

#[test]
fn integers_as_loop_counters_and_conditions() {
    let text = r#"
func.func @f(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c0) -> (i32) : i32 {
    %odd = arith.andi %i, %c1 : i32
    %t = arith.cmpi eq, %odd, %c1 : i32
    %s = scf.if %t -> (i32) {
      %u = arith.addi %acc, %i : i32
      scf.yield %u : i32
    } else {
      scf.yield %acc : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}"#;
    let module = parse(text);
    let mut machine = Machine::new(&module, Concrete, RunOptions::default());
    let n = machine.scalar(Scalar::from_i64(ScalarType::Int(32), 8));
    let results = machine.call("f", vec![n]).expect("it runs");
    assert!(matches!(results[0], RuntimeValue::Data(sum) if sum.signed() == 16));
}

#[test]
fn packing_and_unpacking() {
    let text = r#"
func.func @f(%A: tensor<3x5xf64>, %x: f64) -> (tensor<3x2x2x2xf64>, tensor<3x5xf64>) {
  %e = tensor.empty() : tensor<3x2x2x2xf64>
  %p = "linalg.pack"(%A, %e, %x) <{inner_dims_pos = array<i64: 1, 0>, operandSegmentSizes = array<i32: 1, 1, 1, 0>, outer_dims_perm = array<i64: 1, 0>, static_inner_tiles = array<i64: 2, 2>}> : (tensor<3x5xf64>, tensor<3x2x2x2xf64>, f64) -> tensor<3x2x2x2xf64>
  %o = tensor.empty() : tensor<3x5xf64>
  %u = "linalg.unpack"(%p, %o) <{inner_dims_pos = array<i64: 1, 0>, outer_dims_perm = array<i64: 1, 0>, static_inner_tiles = array<i64: 2, 2>}> : (tensor<3x2x2x2xf64>, tensor<3x5xf64>) -> tensor<3x5xf64>
  return %p, %u : tensor<3x2x2x2xf64>, tensor<3x5xf64>
}"#;
    let (a, x) = (start(0, 15), start(1, 1)[0]);
    let outcome = concrete(text, 0);
    assert_eq!(outcome.results[1].floats(), Some(a.clone()));
    let mut packed = Vec::new();
    for (column, row) in (0..3).flat_map(|column| (0..2).map(move |row| (column, row))) {
        for (c, r) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let (row, column) = (2 * row + r, 2 * column + c);
            packed.push(if row < 3 && column < 5 { a[row * 5 + column] } else { x });
        }
    }
    assert_eq!(outcome.results[0].floats(), Some(packed));
}

#[test]
fn structured_control_flow() {
    let text = r#"
func.func @f(%A: tensor<4xf64>, %z: f64, %n: index) -> (tensor<4xf64>, f64, i32, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %forall = "scf.forall"(%A) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 3>}> ({
  ^bb0(%i: index, %o: tensor<4xf64>):
    %s = "tensor.extract_slice"(%o, %i) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<4xf64>, index) -> tensor<1xf64>
    %j = arith.addi %i, %c1 : index
    "scf.forall.in_parallel"() ({
      "tensor.parallel_insert_slice"(%s, %o, %j) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}> : (tensor<1xf64>, tensor<4xf64>, index) -> ()
    }) : () -> ()
  }) : (tensor<4xf64>) -> tensor<4xf64>
  %sum = "scf.parallel"(%c0, %n, %c1, %z) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%i: index):
    %v = tensor.extract %A[%i] : tensor<4xf64>
    "scf.reduce"(%v) ({
    ^bb0(%l: f64, %r: f64):
      %t = arith.addf %l, %r : f64
      "scf.reduce.return"(%t) : (f64) -> ()
    }) : (f64) -> ()
  }) : (index, index, index, f64) -> f64
  %one = arith.constant 1 : i32
  %limit = arith.constant 100 : i32
  %power = "scf.while"(%one) ({
  ^bb0(%x: i32):
    %less = arith.cmpi slt, %x, %limit : i32
    "scf.condition"(%less, %x) : (i1, i32) -> ()
  }, {
  ^bb0(%x: i32):
    %y = arith.addi %x, %x : i32
    "scf.yield"(%y) : (i32) -> ()
  }) : (i32) -> i32
  %chosen = "scf.index_switch"(%n) <{cases = array<i64: 3, 4>}> ({
    "scf.yield"(%z) : (f64) -> ()
  }, {
    %a = tensor.extract %A[%c1] : tensor<4xf64>
    "scf.yield"(%a) : (f64) -> ()
  }, {
    "scf.yield"(%sum) : (f64) -> ()
  }) : (index) -> f64
  return %forall, %sum, %power, %chosen : tensor<4xf64>, f64, i32, f64
}"#;
    let (a, z) = (start(0, 4), start(1, 1)[0]);
    let outcome = concrete(text, 4);
    // Every iteration reads the tensor as it was before the loop.
    assert_eq!(outcome.results[0].floats(), Some(vec![a[0], a[0], a[1], a[2]]));
    assert_eq!(outcome.results[1].floats(), Some(vec![z + a[0] + a[1] + a[2] + a[3]]));
    assert_eq!(outcome.results[2].to_string(), "128");
    // Regions are the default first, then one per case.
    assert_eq!(
        outcome.results[3].floats(),
        Some(vec![outcome.results[1].floats().expect("a float")[0]])
    );
}

/// `linalg.softmax`, and what MLIR decomposes it into.
const SOFTMAX: [&str; 2] = [
    r#"
func.func @f(%x: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}"#,
    r#"
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @f(%x: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %0 = tensor.empty(%n) : tensor<?xf32>
  %cst = arith.constant 0xFFC00000 : f32
  %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %2 = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%1 : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %7 = arith.maxnumf %in, %out : f32
    linalg.yield %7 : f32
  } -> tensor<?xf32>
  %3 = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%x, %2 : tensor<?x?xf32>, tensor<?xf32>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%in: f32, %most: f32, %out: f32):
    %7 = arith.subf %in, %most : f32
    %8 = math.exp %7 : f32
    linalg.yield %8 : f32
  } -> tensor<?x?xf32>
  %zero = arith.constant 0.000000e+00 : f32
  %4 = linalg.fill ins(%zero : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %5 = linalg.generic {indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]} ins(%3 : tensor<?x?xf32>) outs(%4 : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %7 = arith.addf %in, %out : f32
    linalg.yield %7 : f32
  } -> tensor<?xf32>
  %6 = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %5 : tensor<?x?xf32>, tensor<?xf32>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %7 = arith.divf %in, %sum : f32
    linalg.yield %7 : f32
  } -> tensor<?x?xf32>
  return %6 : tensor<?x?xf32>
}"#,
];

#[test]
fn softmax_is_its_decomposition() {
    for size in [0, 1, 4] {
        let numbers = SOFTMAX.map(|text| concrete(text, size).results);
        assert_eq!(numbers[0], numbers[1]);
        let terms = SOFTMAX.map(|text| {
            let found = run(&parse(text), TermDomain::new(), RunOptions::default(), size, &inputs);
            found.expect("it is defined").results
        });
        assert_eq!(terms[0], terms[1], "the same operations in the same order");
    }
    let rows = concrete(SOFTMAX[0], 3).results[0].floats().expect("floats");
    for row in rows.chunks(3) {
        assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{row:?}");
    }
    // In place, along the other dimension.
    let columns = concrete(
        r#"
func.func @f(%x: memref<?x?xf32>) {
  linalg.softmax dimension(0) ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>)
  return
}"#,
        3,
    );
    let columns = columns.args[0].floats().expect("floats");
    for column in 0..3 {
        let sum: f64 = (0..3).map(|row| columns[row * 3 + column]).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{columns:?}");
    }
}

/// `linalg.conv_2d_nhwc_fhwc` by Winograd's algorithms, up to the rounding of their matrices.
#[test]
fn winograd_convolves() {
    for (fmr, m, r) in [("F_2_3", 2, 3), ("F_4_3", 4, 3), ("F_2_5", 2, 5)] {
        let t = m + r - 1;
        let (tt, height, width) = (t * t, 2 * m + r - 1, 3 * m + r - 1);
        let (image, filter) = (format!("2x{height}x{width}x3"), format!("2x{r}x{r}x3"));
        let out = format!("tensor<2x{}x{}x2xf64>", 2 * m, 3 * m);
        let text = format!(
            r#"
func.func @f(%x: tensor<{image}xf64>, %w: tensor<{filter}xf64>, %o: {out}) -> ({out}, {out}) {{
  %direct = linalg.conv_2d_nhwc_fhwc {{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}} ins(%x, %w : tensor<{image}xf64>, tensor<{filter}xf64>) outs(%o : {out}) -> {out}
  %zero = arith.constant 0.0 : f64
  %0 = tensor.empty() : tensor<{t}x{t}x3x2xf64>
  %1 = linalg.winograd_filter_transform fmr({fmr}) ins(%w : tensor<{filter}xf64>) outs(%0 : tensor<{t}x{t}x3x2xf64>) -> tensor<{t}x{t}x3x2xf64>
  %2 = tensor.empty() : tensor<{t}x{t}x2x3x2x3xf64>
  %3 = linalg.winograd_input_transform fmr({fmr}) ins(%x : tensor<{image}xf64>) outs(%2 : tensor<{t}x{t}x2x3x2x3xf64>) -> tensor<{t}x{t}x2x3x2x3xf64>
  %4 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<{t}x{t}x3x2xf64> into tensor<{tt}x3x2xf64>
  %5 = tensor.collapse_shape %3 [[0, 1], [2, 3, 4], [5]] : tensor<{t}x{t}x2x3x2x3xf64> into tensor<{tt}x12x3xf64>
  %6 = tensor.splat %zero : tensor<{tt}x12x2xf64>
  %7 = linalg.batch_matmul ins(%5, %4 : tensor<{tt}x12x3xf64>, tensor<{tt}x3x2xf64>) outs(%6 : tensor<{tt}x12x2xf64>) -> tensor<{tt}x12x2xf64>
  %8 = tensor.expand_shape %7 [[0, 1], [2, 3, 4], [5]] output_shape [{t}, {t}, 2, 3, 2, 2] : tensor<{tt}x12x2xf64> into tensor<{t}x{t}x2x3x2x2xf64>
  %9 = linalg.winograd_output_transform fmr({fmr}) ins(%8 : tensor<{t}x{t}x2x3x2x2xf64>) outs(%o : {out}) -> {out}
  return %direct, %9 : {out}, {out}
}}"#
        );
        let results = concrete(&text, 0).results;
        let [direct, winograd] = [0, 1].map(|n| results[n].floats().expect("floats"));
        let error = if m == 2 && r == 3 { 0.0 } else { 1e-3 };
        for (x, y) in direct.iter().zip(&winograd) {
            assert!((x - y).abs() <= error, "{fmr}: {x} and {y}");
        }
        assert!(direct.iter().any(|x| x.abs() > 10.0));
    }
}
