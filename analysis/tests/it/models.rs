//! What is extracted, one small program for each family of operations. The corpus says what follows from it.

use crate::{model_of, model_with};
use polyvet_analysis::extract::ExtractOptions;
use polyvet_analysis::{Scop, dependence};
use std::fmt::Write;

/// A model as text: parameters, statements with accesses, obligations, the order.
fn shown(scop: &Scop) -> String {
    let mut text = format!("context {}\n", scop.context);
    for array in &scop.arrays {
        _ = writeln!(text, "{:?} {}", array.kind, array.name);
    }
    for (number, stmt) in scop.stmts.iter_enumerated() {
        let loops: Vec<&str> = stmt.loops.iter().map(|at| scop.loops[*at].name.as_str()).collect();
        let reduction = stmt.reduction.map(|one| format!(" reduction {:?}", one.combiner));
        _ = writeln!(
            text,
            "{} in [{}]{}: {}",
            stmt.name,
            loops.join(", "),
            reduction.unwrap_or_default(),
            stmt.domain
        );
        for (at, access) in stmt.accesses.iter_enumerated() {
            _ = writeln!(text, "  {:?} {}", access.kind, scop.access(number, at).expect("isl"));
        }
    }
    for obligation in &scop.obligations {
        _ = writeln!(text, "needs {:?} of {}", obligation.demand, obligation.op);
    }
    let times = scop.schedule.map().expect("isl");
    let mut times: Vec<String> = times.maps().expect("isl").iter().map(ToString::to_string).collect();
    times.sort();
    _ = writeln!(text, "order\n  {}", times.join("\n  "));
    text
}

fn func(args: &str, body: &str) -> String {
    format!("func.func @f({args}) {{\n{body}\nreturn\n}}")
}

#[test]
fn loops_and_subscripts() {
    let body = "affine.for %i = 1 to %n step 2 { affine.for %j = 0 to affine_map<(d0) -> (d0, 7)>(%i) {
        %x = affine.load %A[%i - 1, %j] : memref<?x8xf32>
        affine.store %x, %A[%i, %j] : memref<?x8xf32> } }";
    // The bound of `%j` is a minimum.
    let body = body.replace("to affine_map", "to min affine_map");
    insta::assert_snapshot!(shown(&model_of(&func("%A: memref<?x8xf32>, %n: index", &body))));
}

#[test]
fn values_that_loops_carry_are_registers() {
    let body = "%zero = arith.constant 0.0 : f32
        %sum = affine.for %i = 0 to 8 iter_args(%acc = %zero) -> (f32) {
          %x = affine.load %A[%i] : memref<8xf32>
          %more = arith.addf %acc, %x : f32
          affine.yield %more : f32 }
        affine.store %sum, %B[] : memref<f32>";
    insta::assert_snapshot!(shown(&model_of(&func("%A: memref<8xf32>, %B: memref<f32>", body))));
}

#[test]
fn loads_that_are_overwritten_before_their_use_are_kept() {
    let body = "affine.for %i = 0 to 8 {
        %x = affine.load %A[%i] : memref<8xf32>
        %y = affine.load %B[%i] : memref<8xf32>
        affine.store %y, %A[%i] : memref<8xf32>
        affine.store %x, %B[%i] : memref<8xf32> }";
    insta::assert_snapshot!(shown(&model_of(&func("%A: memref<8xf32>, %B: memref<8xf32>", body))));
}

#[test]
fn conditions_cut_domains() {
    let body = "affine.for %i = 0 to %n { affine.if affine_set<(d0) : (d0 - 3 >= 0, d0 mod 2 == 0)>(%i) {
        %x = arith.constant 1.0 : f32
        affine.store %x, %A[%i] : memref<?xf32> } }";
    insta::assert_snapshot!(shown(&model_of(&func("%A: memref<?xf32>, %n: index", body))));
}

#[test]
fn structured_operations_are_one_statement() {
    let body = "linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)";
    let args = "%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>";
    let scop = model_of(&func(args, body));
    insta::assert_snapshot!(shown(&scop));
    let deps = dependence::memory_based(&scop).expect("isl");
    assert!(
        deps.list.iter().all(|dep| dep.reduction),
        "only the sum orders anything"
    );
}

#[test]
fn views_show_elements_of_their_buffer() {
    let body =
        "%v = memref.subview %A[2, 1] [4, 3] [1, 2] : memref<8x8xf32> to memref<4x3xf32, strided<[8, 2], offset: 17>>
        affine.for %i = 0 to 4 { %x = affine.load %v[%i, 2] : memref<4x3xf32, strided<[8, 2], offset: 17>>
        affine.store %x, %B[%i] : memref<4xf32> }";
    insta::assert_snapshot!(shown(&model_of(&func("%A: memref<8x8xf32>, %B: memref<4xf32>", body))));
}

#[test]
fn tensors_are_updated_in_place_where_nobody_looks() {
    let text = "func.func @f(%A: tensor<8xf32>, %x: f32) -> (tensor<8xf32>, tensor<8xf32>) {
        %i = arith.constant 3 : index
        %one = tensor.insert %x into %A[%i] : tensor<8xf32>
        %two = tensor.insert %x into %one[%i] : tensor<8xf32>
        return %A, %two : tensor<8xf32>, tensor<8xf32> }";
    insta::assert_snapshot!(shown(&model_of(text)));
}

#[test]
fn slices_that_are_only_read_need_no_copy() {
    let text = "func.func @f(%A: tensor<8xf32>, %B: tensor<4xf32>) -> tensor<4xf32> {
        %s = tensor.extract_slice %A[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
        %r = linalg.exp ins(%s : tensor<4xf32>) outs(%B : tensor<4xf32>) -> tensor<4xf32>
        return %r : tensor<4xf32> }";
    let copied = model_of(text);
    let options = ExtractOptions {
        in_place: true,
        ..ExtractOptions::default()
    };
    let shared = model_with(text, &options).expect("a model");
    assert_eq!((copied.stmts.len(), shared.stmts.len()), (2, 1));
    insta::assert_snapshot!(shown(&shared));
}

#[test]
fn operations_without_a_meaning_are_events() {
    let body = "affine.for %i = 0 to 2 { \"test.op\"(%A) : (memref<4xf32>) -> () }";
    let options = ExtractOptions {
        events: true,
        ..ExtractOptions::default()
    };
    let text = func("%A: memref<4xf32>", body);
    insta::assert_snapshot!(shown(&model_with(&text, &options).expect("a model")));
    let refused = model_with(&text, &ExtractOptions::default()).expect_err("no exact model");
    assert!(refused.to_string().contains("test.op"), "{refused}");
}

#[test]
fn names_are_readable_and_unique() {
    let body = "%0 = arith.constant 0.0 : f32
        affine.for %mod = 0 to 2 { affine.store %0, %A[%mod] : memref<8xf32> }
        affine.for %i = 0 to 2 { affine.store %0, %A[%i] : memref<8xf32> }
        affine.for %i = 0 to 2 { affine.store %0, %A[%i] : memref<8xf32> }
        affine.for %3 = 0 to 2 { affine.store %0, %A[%3] : memref<8xf32> }";
    let scop = model_of(&func("%A: memref<8xf32>", body));
    let names: Vec<&str> = scop.loops.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["mod_", "i", "i_1", "v3"]);
}
