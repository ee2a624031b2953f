//! Old spellings are read as what they are called now.

use polyvet_ir::{Module, parse, same, well_formed};

fn read(text: &str) -> Module {
    let (module, diagnostics) = parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let diagnostics = well_formed(&module);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    module
}

fn alike(old: &str, new: &str) {
    if let Err(difference) = same(&read(old), &read(new)) {
        panic!("{difference}\n{old}");
    }
}

const NEW_SUM: &str = "
    #pointwise = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>]
    func.func @sum(%A: memref<?x?xf32>, %B: memref<?x?xf32>) {
      linalg.generic {indexing_maps = #pointwise, iterator_types = [\"parallel\", \"parallel\"], library_call = \"sum\"}
          ins(%A : memref<?x?xf32>) outs(%B : memref<?x?xf32>) {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        linalg.yield %c : f32
      }
      return
    }";

#[test]
fn a_generic_operation_that_counts_its_operands() {
    let old = "
    #pointwise = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>]
    #attrs = {
      args_in = 1,
      args_out = 1,
      indexing_maps = #pointwise,
      iterator_types = [\"parallel\", \"parallel\"],
      library_call = \"sum\"
    }
    func @sum(%A: memref<?x?xf32>, %B: memref<?x?xf32>) {
      linalg.generic #attrs %A, %B {
      ^bb0(%a: f32, %b: f32):
        %c = addf %a, %b : f32
        linalg.yield %c : f32
      } : memref<?x?xf32>, memref<?x?xf32>
      return
    }";
    alike(old, NEW_SUM);
}

#[test]
fn loops_as_arguments_of_the_payload() {
    let attrs = "indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = [\"parallel\", \"parallel\"]";
    let old = format!(
        "func @iota(%A: memref<4x4xindex>) {{
          linalg.indexed_generic {{args_in = 0, args_out = 1, {attrs}}} %A {{
          ^bb0(%i: index, %j: index, %a: index):
            %n = std.addi %i, %j : index
            linalg.yield %n : index
          }} : memref<4x4xindex>
          return
        }}"
    );
    let new = format!(
        "func.func @iota(%A: memref<4x4xindex>) {{
          linalg.generic {{{attrs}}} outs(%A : memref<4x4xindex>) {{
          ^bb0(%a: index):
            %i = linalg.index 0 : index
            %j = linalg.index 1 : index
            %n = arith.addi %i, %j : index
            linalg.yield %n : index
          }}
          return
        }}"
    );
    alike(&old, &new);
}

#[test]
fn named_operations_with_parentheses() {
    let args = "%A: memref<4x8xf32>, %B: memref<8x4xf32>, %C: memref<4x4xf32>, %x: f32";
    let old = format!(
        "func @f({args}) {{
          linalg.fill(%C, %x) : memref<4x4xf32>, f32
          linalg.matmul(%A, %B, %C) : memref<4x8xf32>, memref<8x4xf32>, memref<4x4xf32>
          linalg.copy(%C, %C) : memref<4x4xf32>, memref<4x4xf32>
          return
        }}"
    );
    let new = format!(
        "func.func @f({args}) {{
          linalg.fill ins(%x : f32) outs(%C : memref<4x4xf32>)
          linalg.matmul ins(%A, %B : memref<4x8xf32>, memref<8x4xf32>) outs(%C : memref<4x4xf32>)
          linalg.copy ins(%C : memref<4x4xf32>) outs(%C : memref<4x4xf32>)
          return
        }}"
    );
    alike(&old, &new);
}

#[test]
fn std_and_strided_types() {
    let old = "
    func @f(%A: memref<?x8xf32, offset: 1, strides: [?, 2]>) {
      %c0 = constant 0 : index
      %c1 = std.constant 1 : index
      %n = dim %A, %c0 : memref<?x8xf32, offset: 1, strides: [?, 2]>
      scf.for %i = %c0 to %n step %c1 {
        %v = load %A[%i, %c1] : memref<?x8xf32, offset: 1, strides: [?, 2]>
        %w = mulf %v, %v : f32
        store %w, %A[%i, %c0] : memref<?x8xf32, offset: 1, strides: [?, 2]>
      }
      return
    }";
    let new = "
    func.func @f(%A: memref<?x8xf32, strided<[?, 2], offset: 1>>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %A, %c0 : memref<?x8xf32, strided<[?, 2], offset: 1>>
      scf.for %i = %c0 to %n step %c1 {
        %v = memref.load %A[%i, %c1] : memref<?x8xf32, strided<[?, 2], offset: 1>>
        %w = arith.mulf %v, %v : f32
        memref.store %w, %A[%i, %c0] : memref<?x8xf32, strided<[?, 2], offset: 1>>
      }
      return
    }";
    alike(old, new);
}

#[test]
fn wrong_counts_are_reported() {
    let attrs = "indexing_maps = [affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]";
    for (counts, payload) in [
        ("args_in = 1, args_out = 1", "%i: index, %a: f32"),
        ("args_in = 0", "%i: index, %a: f32"),
        ("args_in = 0, args_out = 1", "%a: f32"),
        (
            "args_in = 9223372036854775807, args_out = 9223372036854775807",
            "%i: index, %a: f32",
        ),
    ] {
        let text = format!(
            "func @f(%A: memref<4xf32>) {{
              linalg.indexed_generic {{{counts}, {attrs}}} %A {{
              ^bb0({payload}):
                linalg.yield %a : f32
              }} : memref<4xf32>
              return
            }}"
        );
        let (_, diagnostics) = parse(&text);
        assert_eq!(diagnostics.len(), 1, "{counts}: {diagnostics:#?}");
    }
}

#[test]
fn products_with_a_name_for_their_layout() {
    let args = "%A: memref<4x8xf32>, %B: memref<6x8xf32>, %C: memref<4x6xf32>";
    let operands = "ins(%A, %B : memref<4x8xf32>, memref<6x8xf32>) outs(%C : memref<4x6xf32>)";
    let maps = "affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>";
    alike(
        &format!("func.func @f({args}) {{\nlinalg.matmul_transpose_b {operands}\nreturn\n}}"),
        &format!("func.func @f({args}) {{\nlinalg.matmul indexing_maps = [{maps}] {operands}\nreturn\n}}"),
    );
}
