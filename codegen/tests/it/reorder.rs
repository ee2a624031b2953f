//! Functions generated from models with another schedule: same values, and text that a person
//! recognises.

use crate::common::{bands, check, custom, generated, program, rescheduled};
use polyvet_codegen::{CodegenError, CodegenOptions, generate, generate_with};
use polyvet_ir::{Module, OpSpec};

const MATMUL: &str = "
func.func @matmul(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %p = memref.dim %A, %c1 : memref<?x?xf32>
  %m = memref.dim %B, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.for %k = 0 to %p {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %ab = arith.mulf %a, %b : f32
        %sum = arith.addf %c, %ab : f32
        affine.store %sum, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}";

/// The first function with another schedule, checked.
#[track_caller]
fn reordered(text: &str, schedule: &str) -> Module {
    let program = program(text);
    let (name, func, scop) = &program.funcs[0];
    check(&program, name, *func, &rescheduled(scop, schedule))
}

#[track_caller]
fn assert_lines(module: &Module, lines: &[&str]) {
    let text = custom(module);
    let mut rest = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    for line in lines {
        assert!(
            rest.any(|found| found == *line),
            "`{line}` is missing, or out of order, in\n{text}"
        );
    }
}

#[test]
fn matmul_in_tiles_reads_like_matmul_in_tiles() {
    let tiles = [
        ("i_t", "S0[i, j, k] -> [(32*floor(i/32))]"),
        ("j_t", "S0[i, j, k] -> [(4*floor(j/4))]"),
        ("k", "S0[i, j, k] -> [(k)]"),
        ("i", "S0[i, j, k] -> [(i)]"),
        ("j", "S0[i, j, k] -> [(j)]"),
    ];
    let module = reordered(MATMUL, &bands(&tiles));
    assert_lines(
        &module,
        &[
            "affine.for %i_t = 0 to %n step 32 {",
            "affine.for %j_t = 0 to %m step 4 {",
            "affine.for %k = 0 to %p {",
            "%1 = affine.load %A[%i, %k] : memref<?x?xf32>",
            "affine.store %4, %C[%i, %j] : memref<?x?xf32>",
        ],
    );
}

#[test]
fn tile_numbers_and_shifted_points() {
    let tiles = [
        ("i_t", "S0[i, j, k] -> [(floor(i/3))]"),
        ("j_t", "S0[i, j, k] -> [(floor(j/2))]"),
        ("i", "S0[i, j, k] -> [(i mod 3)]"),
        ("j", "S0[i, j, k] -> [(j - 2*floor(j/2))]"),
        ("k", "S0[i, j, k] -> [(k)]"),
    ];
    let module = reordered(MATMUL, &bands(&tiles));
    assert_lines(
        &module,
        &["affine.for %i_t = 0 to affine_map<()[s0] -> (s0 ceildiv 3)>()[%n] {"],
    );
}

#[test]
fn marks_become_parallel_loops_and_attributes() {
    let schedule = "{ mark: 'parallel', child: { schedule: 'j[{ S0[i, j, k] -> [(j)] }]', child: { schedule: 'k[{ S0[i, j, k] -> [(k)] }]',
        child: { mark: 'vector', child: { schedule: 'i[{ S0[i, j, k] -> [(i)] }]' } } } } }";
    let module = reordered(MATMUL, schedule);
    assert_lines(
        &module,
        &[
            "affine.parallel (%j) = (0) to (symbol(%m)) {",
            "affine.for %k = 0 to %p {",
            "affine.for %i = 0 to %n {",
            "} {polyvet.vector}",
        ],
    );
}

#[test]
fn a_skewed_stencil_in_tiles() {
    let stencil = "
func.func @stencil(%steps: index, %A: memref<?xf64>, %third: f64) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf64>
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %l = affine.load %A[%i - 1] : memref<?xf64>
      %r = affine.load %A[%i + 1] : memref<?xf64>
      %s = arith.addf %l, %r : f64
      %v = arith.mulf %s, %third : f64
      affine.store %v, %A[%i] : memref<?xf64>
    }
  }
  return
}";
    let tiles = [
        ("t_t", "S0[t, i] -> [(3*floor(t/3))]"),
        ("i_t", "S0[t, i] -> [(4*floor((i + t)/4))]"),
        ("t", "S0[t, i] -> [(t)]"),
        ("i", "S0[t, i] -> [(i + t)]"),
    ];
    let module = reordered(stencil, &bands(&tiles));
    assert_lines(&module, &["%0 = affine.load %A[%i - %t - 1] : memref<?xf64>"]);
}

#[test]
fn a_triangle_the_other_way_round() {
    let triangle = "
func.func @triangle(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = -2 to affine_map<()[s0] -> (s0 - 2)>()[%n] {
    affine.for %j = max affine_map<(d0) -> (d0, -1)>(%i) to min affine_map<(d0)[s0] -> (s0 - 2, d0 + 3)>(%i)[%n] step 2 {
      %v = affine.load %A[%i + 2, %j + 2] : memref<?x?xf32>
      %w = arith.mulf %v, %v : f32
      affine.store %w, %A[%i + 2, %j + 2] : memref<?x?xf32>
    }
  }
  return
}";
    reordered(
        triangle,
        &bands(&[("j", "S0[i, j] -> [(-j)]"), ("i", "S0[i, j] -> [(i)]")]),
    );
    reordered(
        triangle,
        &bands(&[
            ("s", "S0[i, j] -> [(i + j)]"),
            ("i", "S0[i, j] -> [(2*floor(i/2))]"),
            ("j", "S0[i, j] -> [(-i)]"),
        ]),
    );
}

const BRANCHES: &str = "
func.func @branches(%A: memref<?xf32>, %B: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.if affine_set<(d0, d1)[s0] : (d0 - d1 - 1 >= 0, s0 - d0 - d1 >= 0)>(%i, %j)[%n] {
        %v = affine.load %A[%j] : memref<?xf32>
        affine.store %v, %B[%i, %j] : memref<?x?xf32>
      } else {
        affine.store %x, %B[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}";

#[test]
fn branches_in_another_order() {
    let identity = generated(BRANCHES);
    assert!(!identity.contains("affine.if"), "bounds say it all in\n{identity}");
    reordered(
        BRANCHES,
        &bands(&[
            ("j", "S0[i, j] -> [(j)]; S1[i, j] -> [(j)]"),
            ("i", "S0[i, j] -> [(i)]; S1[i, j] -> [(i)]"),
        ]),
    );
}

#[test]
fn a_consumer_fused_into_its_producer() {
    let text = "
func.func @two(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %T = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %v = affine.load %A[%i] : memref<?xf32>
    %w = math.exp %v : f32
    affine.store %w, %T[%i] : memref<?xf32>
  }
  affine.for %i = 1 to %n {
    %v = affine.load %T[%i] : memref<?xf32>
    %w = affine.load %T[%i - 1] : memref<?xf32>
    %d = arith.subf %v, %w : f32
    affine.store %d, %B[%i] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  return
}";
    let program = program(text);
    let (name, func, scop) = &program.funcs[0];
    let (one, two) = (&scop.stmts.raw[0], &scop.stmts.raw[1]);
    let (i, i_1) = (&one.dims[0], &two.dims[0]);
    let schedule = format!(
        "{{ schedule: 'i[{{ S0[{i}] -> [({i})]; S1[{i_1}] -> [({i_1})] }}]', child: {{ sequence: [
           {{ filter: '{{ S0[{i}] }}' }}, {{ filter: '{{ S1[{i_1}] }}' }} ] }} }}"
    );
    let module = check(&program, name, *func, &rescheduled(scop, &schedule));
    assert_lines(
        &module,
        &[
            "%T = memref.alloc(%n) : memref<?xf32>",
            "memref.dealloc %T : memref<?xf32>",
            "return",
        ],
    );
}

#[test]
fn registers_keep_one_element_an_iteration() {
    let text = "
func.func @rows(%A: memref<?x8xf32>, %S: memref<?xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x8xf32>
  affine.for %i = 0 to %n {
    %sum = affine.for %j = 0 to 8 iter_args(%acc = %zero) -> (f32) {
      %v = affine.load %A[%i, %j] : memref<?x8xf32>
      %next = arith.addf %acc, %v : f32
      affine.yield %next : f32
    }
    affine.store %sum, %S[%i] : memref<?xf32>
  }
  %last = affine.load %A[0, 7] : memref<?x8xf32>
  return %last : f32
}";
    let program = program(text);
    let (name, func, scop) = &program.funcs[0];
    let module = check(&program, name, *func, scop);
    assert_lines(
        &module,
        &[
            "%acc = memref.alloc(%n) : memref<?xf32>",
            "affine.for %i = 0 to %n {",
            "memref.dealloc %acc : memref<?xf32>",
        ],
    );
}

#[test]
fn tensors_are_computed_in_buffers() {
    let text = "
#same = affine_map<(d0) -> (d0)>
func.func @update(%A: tensor<?xf32>, %B: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %sum = linalg.generic {indexing_maps = [#same, #same], iterator_types = [\"parallel\"]}
      ins(%A : tensor<?xf32>) outs(%B : tensor<?xf32>) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
  } -> tensor<?xf32>
  return %sum, %A : tensor<?xf32>, tensor<?xf32>
}";
    let program = program(text);
    let (name, func, scop) = &program.funcs[0];
    let module = check(&program, name, *func, scop);
    assert_lines(
        &module,
        &[
            "%0 = bufferization.to_buffer %A read_only : tensor<?xf32> to memref<?xf32>",
            "return %5, %A : tensor<?xf32>, tensor<?xf32>",
        ],
    );
    let text = custom(&module);
    assert!(
        text.contains("memref.copy") && text.contains("restrict writable"),
        "{text}"
    );
}

#[test]
fn statements_are_named_when_asked() {
    let program = program(MATMUL);
    let (_, func, scop) = &program.funcs[0];
    let module = generate_with(scop, &program.module, *func, &CodegenOptions { annotate: true }).unwrap();
    assert!(
        custom(&module).contains("{polyvet.stmt = \"S0\"}"),
        "{}",
        custom(&module)
    );
}

#[test]
fn c_text_names_scalars_of_the_program() {
    let program = program(BRANCHES);
    let text = polyvet_codegen::ast_text_in(&program.funcs[0].2, &program.module).unwrap();
    assert!(
        text.contains("B[i][j] = x;") && text.contains("B[i][j] = A[j];"),
        "{text}"
    );
}

#[test]
fn what_is_not_modelled_is_refused_with_its_span() {
    let mut program = program(MATMUL);
    let (_, func, scop) = &program.funcs[0];
    let entry = program.module.only_block(*func, 0).unwrap();
    let last = program.module.block_mut(entry).ops.pop().unwrap();
    let span = program.module.op(last).span;
    program.module.push_op(entry, OpSpec::new("test.effect").at(span));
    program.module.append(entry, last);
    let error = generate(scop, &program.module, *func).unwrap_err();
    assert_eq!(error.span(), span);
    assert!(matches!(error, CodegenError::Unsupported { .. }), "{error}");
    assert_eq!(
        error.to_string(),
        "no code is generated for the operation `test.effect`"
    );
}

#[test]
fn a_schedule_that_forgets_instances_is_refused() {
    let program = program(MATMUL);
    let (_, func, scop) = &program.funcs[0];
    let mut scop = scop.clone();
    let some = polyvet_poly::UnionSet::parse(&scop.ctx, "{ S0[i, j, k] : i >= 1 }").unwrap();
    scop.schedule = scop.schedule.intersect_domain(some).unwrap();
    assert!(generate(&scop, &program.module, *func).is_err());
}

#[test]
fn what_stands_around_the_loops_stays() {
    let text = "
memref.global \"private\" @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @nothing(%x: f32) -> (f32, f32) {
  return %x, %x : f32, f32
}
func.func @globals(%A: memref<4xf32>) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %out = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %T = memref.get_global @table : memref<4xf32>
    %a = memref.load %T[%i] : memref<4xf32>
    %b = memref.load %A[%i] : memref<4xf32>
    %c = arith.mulf %a, %b : f32
    memref.store %c, %out[%i] : memref<4xf32>
  }
  return %out : memref<4xf32>
}
func.func @casts(%A: tensor<?xf32>, %B: tensor<4xf32>) -> (tensor<?xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %g = tensor.cast %f : tensor<4xf32> to tensor<?xf32>
  return %g, %B : tensor<?xf32>, tensor<4xf32>
}
func.func @choices(%A: memref<?xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %v = affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) -> f32 {
      %a = affine.load %A[%i] : memref<?xf32>
      affine.yield %a : f32
    } else {
      affine.yield %x : f32
    }
    affine.store %v, %A[%n - %i - 1] : memref<?xf32>
  }
  %twice = arith.addf %x, %x : f32
  return %twice : f32
}
func.func @swapped(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to affine_map<()[s0] -> (s0 floordiv 2)>()[%n] {
    %a = affine.load %A[%i] : memref<?xf32>
    %b = affine.load %A[-%i + symbol(%n) - 1] : memref<?xf32>
    affine.store %b, %A[%i] : memref<?xf32>
    affine.store %a, %A[-%i + symbol(%n) - 1] : memref<?xf32>
  }
  return
}";
    let program = program(text);
    let names: Vec<_> = program.funcs.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["nothing", "globals", "casts", "choices", "swapped"]);
    for (name, func, scop) in &program.funcs {
        let module = check(&program, name, *func, scop);
        if name == "swapped" {
            assert_lines(
                &module,
                &[
                    "%a = memref.alloc(%0) : memref<?xf32>",
                    "memref.dealloc %a : memref<?xf32>",
                ],
            );
        }
    }
}
