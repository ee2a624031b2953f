//! The backend `c` with the real gcc, and clang where it is.

use crate::common::{F32, array, installed, job, judge};
use polyvet_backend::{BackendJob, JobOutcome};
use polyvet_interp::ScalarType;
use polyvet_interp::{Contents, DataElem};
use polyvet_ir::FloatKind;
use polyvet_runs::inputs::ElementGenerator;

fn drawn(ty: ScalarType, shape: &[i64], generator: ElementGenerator, seed: u64) -> Contents {
    let count = shape.iter().product::<i64>() as usize;
    let elems = generator.elements(ty, seed, count);
    Contents {
        complex: false,
        shape: shape.to_vec(),
        ty: Some(ty),
        elems: elems.into_iter().map(|elem| Some(DataElem::Scalar(elem))).collect(),
    }
}

/// One operation on arrays of a type, element by element.
fn elementwise(ty: &str, body: &str) -> String {
    format!(
        "func.func @f(%x: memref<48x{ty}>, %y: memref<48x{ty}>, %z: memref<48x{ty}>) {{
           affine.for %i = 0 to 48 {{
             %a = affine.load %x[%i] : memref<48x{ty}>
             %b = affine.load %y[%i] : memref<48x{ty}>
             {body}
             affine.store %r, %z[%i] : memref<48x{ty}>
           }}
           return
         }}"
    )
}

/// Every operation that is translated, on integers of several widths; of more widths in `make test-all`.
fn operations() -> Vec<BackendJob> {
    let mut jobs = Vec::new();
    let mut add = |ty: ScalarType, body: &str| {
        let text = elementwise(&ty.to_string(), body);
        let inputs = [0, 1, 2].map(|seed| {
            let mut all = drawn(ty, &[48], ElementGenerator::Integers, seed);
            for (at, generator) in [(16, ElementGenerator::Uniform), (32, ElementGenerator::Special)] {
                all.elems.splice(at..at + 16, drawn(ty, &[16], generator, seed).elems);
            }
            all
        });
        jobs.push(job(&text, "f", &inputs));
    };
    let widths: &[u8] = match std::env::var_os("POLYVET_TEST_ALL") {
        Some(_) => &[1, 3, 8, 13, 16, 32, 33, 64],
        None => &[1, 8, 13, 64],
    };
    for &bits in widths {
        let ty = ScalarType::Int(bits);
        for op in [
            "addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui",
        ] {
            add(ty, &format!("%r = arith.{op} %a, %b : {ty}"));
        }
        for op in [
            "divsi",
            "divui",
            "remsi",
            "remui",
            "floordivsi",
            "ceildivsi",
            "ceildivui",
        ] {
            // Neither 0 nor -1, which `i1` does not have.
            if bits > 1 {
                add(
                    ty,
                    &format!("%k = arith.constant 3 : {ty}\n%r = arith.{op} %a, %k : {ty}"),
                );
            }
        }
        for predicate in ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"] {
            add(
                ty,
                &format!("%c = arith.cmpi {predicate}, %a, %b : {ty}\n%r = arith.select %c, %a, %b : {ty}"),
            );
        }
        if bits > 3 {
            add(
                ty,
                &format!("%k = arith.constant 3 : {ty}\n%s = arith.shli %a, %k : {ty}\n%r = arith.shrsi %s, %k : {ty}"),
            );
            add(
                ty,
                &format!("%k = arith.constant 2 : {ty}\n%r = arith.shrui %a, %k : {ty}"),
            );
            add(
                ty,
                &format!("%n = arith.trunci %a : {ty} to i2\n%r = arith.extsi %n : i2 to {ty}"),
            );
            add(
                ty,
                &format!("%n = arith.trunci %a : {ty} to i3\n%r = arith.extui %n : i3 to {ty}"),
            );
            add(
                ty,
                &format!("%n = arith.index_cast %a : {ty} to index\n%r = arith.index_cast %n : index to {ty}"),
            );
        }
    }
    for kind in [FloatKind::F32, FloatKind::F64, FloatKind::F16, FloatKind::BF16] {
        let ty = ScalarType::Float(kind);
        for op in ["addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf"] {
            add(ty, &format!("%r = arith.{op} %a, %b : {ty}"));
        }
        add(ty, &format!("%r = arith.negf %a : {ty}"));
        add(ty, &format!("%r = math.absf %a : {ty}"));
        add(ty, &format!("%r = math.sqrt %a : {ty}"));
        if kind.bits() > 16 {
            add(ty, &format!("%r = math.fma %a, %b, %a : {ty}"));
        } else {
            // From a wider format each number is rounded once.
            add(
                ty,
                &format!(
                    "%d = arith.extf %a : {ty} to f64\n%e = arith.extf %b : {ty} to f64\n%k = arith.constant 1.0e-9 : f64
                     %m = arith.mulf %d, %e : f64\n%s = arith.addf %m, %k : f64\n%r = arith.truncf %s : f64 to {ty}"
                ),
            );
            add(
                ty,
                &format!(
                    "%h = arith.bitcast %a : {ty} to i16\n%j = arith.extsi %h : i16 to i32
                     %r = arith.sitofp %j : i32 to {ty}"
                ),
            );
        }
        add(
            ty,
            &format!("%p = arith.mulf %a, %b : {ty}\n%r = arith.addf %p, %a : {ty}"),
        );
        for predicate in [
            "oeq", "one", "olt", "ole", "ogt", "oge", "ord", "ueq", "une", "ult", "ule", "ugt", "uge", "uno",
        ] {
            add(
                ty,
                &format!("%c = arith.cmpf {predicate}, %a, %b : {ty}\n%r = arith.select %c, %a, %b : {ty}"),
            );
        }
    }
    add(
        F32,
        "%d = arith.extf %a : f32 to f64\n%e = arith.mulf %d, %d : f64\n%r = arith.truncf %e : f64 to f32",
    );
    add(
        ScalarType::Int(32),
        "%f = arith.sitofp %a : i32 to f32\n%r = arith.bitcast %f : f32 to i32",
    );
    jobs
}

#[test]
fn every_operation_is_that_of_the_interpreter() {
    let jobs = operations();
    for spec in ["c", "c:O3", "c:sanitize", "c:clang,O3"] {
        let Some(backend) = installed(spec) else { continue };
        for (job, outcome) in jobs.iter().zip(backend.run(&jobs)) {
            let said = format!("{spec}: {}: {outcome}", job.module);
            assert_eq!(outcome.word(), "outputs", "{said}");
            assert_eq!(judge(job, &outcome).word(), "equal", "{said}");
        }
    }
}

/// Loops of all kinds, conditions, views, allocations, calls, results.
#[test]
fn loops_are_translated() {
    let text = "func.func private @twice(%x: f32) -> f32 {
      %r = arith.addf %x, %x : f32
      return %r : f32
    }
    func.func @f(%A: memref<?x?xf32>, %n: index) -> (f32, index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %m = memref.dim %A, %c1 : memref<?x?xf32>
      %T = memref.alloc(%m) : memref<?xf32>
      affine.for %i = 0 to %n {
        affine.for %j = max affine_map<(d0) -> (0, d0 - 1)>(%i) to min affine_map<(d0)[s0] -> (d0 + 3, s0)>(%i)[%m] step 2 {
          %a = affine.load %A[%i, %j] : memref<?x?xf32>
          %b = func.call @twice(%a) : (f32) -> f32
          affine.store %b, %A[%i, %j] : memref<?x?xf32>
        }
      }
      scf.parallel (%j) = (%c0) to (%m) step (%c1) {
        memref.store %zero, %T[%j] : memref<?xf32>
        scf.reduce
      }
      affine.parallel (%i, %j) = (0, 0) to (%n, %m) {
        affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, (d0 + d1) mod 2 == 0)>(%i, %j) {
          %a = affine.load %A[%i, %j] : memref<?x?xf32>
          affine.store %a, %A[%i, %j] : memref<?x?xf32>
        }
      }
      %V = memref.subview %A[0, 0] [%n, %m] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
      %sum, %count = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero, %k = %c0) -> (f32, index) {
        %t = affine.for %j = 0 to %m iter_args(%u = %s) -> (f32) {
          %a = memref.load %V[%i, %j] : memref<?x?xf32, strided<[?, 1]>>
          %big = arith.cmpf ogt, %a, %zero : f32
          %v = scf.if %big -> (f32) {
            %w = arith.addf %u, %a : f32
            scf.yield %w : f32
          } else {
            scf.yield %u : f32
          }
          affine.yield %v : f32
        }
        %k1 = arith.addi %k, %c1 : index
        scf.yield %t, %k1 : f32, index
      }
      memref.dealloc %T : memref<?xf32>
      return %sum, %count : f32, index
    }";
    let mut jobs = Vec::new();
    for (n, m) in [(0, 0), (1, 1), (3, 5), (5, 4), (0, 3)] {
        let input = drawn(F32, &[n, m], ElementGenerator::Uniform, 1);
        jobs.push(job(text, "f", &[input, array(ScalarType::Index, &[], &[n as u64])]));
    }
    for spec in ["c", "c:O3,sanitize", "c:clang"] {
        let Some(backend) = installed(spec) else { continue };
        for (job, outcome) in jobs.iter().zip(backend.run(&jobs)) {
            assert_eq!(judge(job, &outcome).word(), "equal", "{spec}: {outcome}");
        }
    }
}

/// Structured operations, on tensors and on buffers, named and generic.
#[test]
fn structured_operations_become_loops() {
    let tensors = "func.func @f(%A: tensor<?x4xf32>, %B: tensor<4x3xf32>, %b: tensor<3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>) {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      %n = tensor.dim %A, %c0 : tensor<?x4xf32>
      %e = tensor.empty(%n) : tensor<?x3xf32>
      %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x3xf32>) -> tensor<?x3xf32>
      %m = linalg.matmul ins(%A, %B : tensor<?x4xf32>, tensor<4x3xf32>) outs(%z : tensor<?x3xf32>) -> tensor<?x3xf32>
      %s = linalg.generic {
        indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
        iterator_types = [\"reduction\", \"parallel\"]
      } ins(%m : tensor<?x3xf32>) outs(%b : tensor<3xf32>) {
      ^bb0(%x: f32, %y: f32):
        %t = arith.addf %x, %y : f32
        linalg.yield %t : f32
      } -> tensor<3xf32>
      return %m, %s : tensor<?x3xf32>, tensor<3xf32>
    }";
    let buffers = "func.func @g(%A: memref<?xf16>, %B: memref<?xf16>) {
      linalg.generic {
        indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = [\"parallel\"]
      } ins(%A : memref<?xf16>) outs(%B : memref<?xf16>) {
      ^bb0(%x: f16, %y: f16):
        %t = arith.mulf %x, %y : f16
        linalg.yield %t : f16
      }
      linalg.copy ins(%B : memref<?xf16>) outs(%A : memref<?xf16>)
      return
    }";
    let f16 = ScalarType::Float(FloatKind::F16);
    let mut jobs = Vec::new();
    for n in [0, 1, 5] {
        let inputs = [[n, 4].as_slice(), &[4, 3], &[3]].map(|shape| drawn(F32, shape, ElementGenerator::Uniform, 2));
        jobs.push(job(tensors, "f", &inputs));
        jobs.push(job(
            buffers,
            "g",
            &[1, 2].map(|seed| drawn(f16, &[n], ElementGenerator::Uniform, seed)),
        ));
    }
    for spec in ["c", "c:O3,sanitize", "c:clang"] {
        let Some(backend) = installed(spec) else { continue };
        for (job, outcome) in jobs.iter().zip(backend.run(&jobs)) {
            assert_eq!(judge(job, &outcome).word(), "equal", "{spec}: {outcome}");
        }
    }
}

/// What has no translation is reported of that program alone.
#[test]
fn others_run_where_one_has_no_translation() {
    let Some(backend) = installed("c") else { return };
    let good = elementwise("f32", "%r = arith.addf %a, %b : f32");
    let vector = good.replace("%r =", "%v = vector.broadcast %a : f32 to vector<2xf32>\n%r =");
    let inputs: Vec<Contents> = (0..3)
        .map(|n| drawn(F32, &[16], ElementGenerator::Uniform, n))
        .collect();
    let jobs = [&good, &vector, &good, &good].map(|text| job(text, "f", &inputs));
    let words: Vec<&str> = backend.run(&jobs).iter().map(JobOutcome::word).collect();
    assert_eq!(words, ["outputs", "unsupported", "outputs", "outputs"]);
}

/// A program that leaves its array is caught where this is requested.
#[test]
fn sanitizers_see_what_is_undefined() {
    let Some(backend) = installed("c:sanitize") else { return };
    let text = "func.func @f(%A: memref<4xf32>, %i: index) {
      %x = memref.load %A[%i] : memref<4xf32>
      memref.store %x, %A[%i] : memref<4xf32>
      return
    }";
    let input = array(F32, &[4], &[0; 4]);
    let at = |index: u64| job(text, "f", &[input.clone(), array(ScalarType::Index, &[], &[index])]);
    let outcomes = backend.run(&[at(3), at(5)]);
    assert_eq!(outcomes[0].word(), "outputs", "{}", outcomes[0]);
    assert_eq!(outcomes[1].word(), "crash", "{}", outcomes[1]);
    assert!(
        outcomes[1].to_string().contains("heap-buffer-overflow"),
        "{}",
        outcomes[1]
    );
}
