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

#[test]
fn ranges_and_slices() {
    let old = "
    func @f(%A: memref<8x16xf32>, %k: index, %n: index) {
      %c0 = constant 0 : index
      %c1 = constant 1 : index
      %c2 = constant 2 : index
      %c8 = constant 8 : index
      %rows = linalg.range %c0 : %c8 : %c2 : !linalg.range
      %columns = linalg.range %c1 : %n : %c2 : !linalg.range
      %v = linalg.slice %A[%rows, %columns] : memref<8x16xf32>, !linalg.range, !linalg.range,
        memref<4x?xf32, offset: 1, strides: [32, 2]>
      %w = linalg.slice %A[%k, %columns] : memref<8x16xf32>, index, !linalg.range, memref<?xf32, offset: ?, strides: [?]>
      return
    }";
    let new = "
    func.func @f(%A: memref<8x16xf32>, %k: index, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c8 = arith.constant 8 : index
      %d = arith.subi %n, %c1 : index
      %size = arith.ceildivsi %d, %c2 : index
      %v = memref.subview %A[0, 1] [4, %size] [2, 2] : memref<8x16xf32> to memref<4x?xf32, strided<[32, 2], offset: 1>>
      %e = arith.subi %n, %c1 : index
      %size1 = arith.ceildivsi %e, %c2 : index
      %x = memref.subview %A[%k, 1] [1, %size1] [1, 2] : memref<8x16xf32> to memref<?xf32, strided<[2], offset: ?>>
      %w = memref.cast %x : memref<?xf32, strided<[2], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
      return
    }";
    alike(old, new);
}

#[test]
fn a_range_is_only_for_slices() {
    for (text, at) in [
        (
            "%r = linalg.range %i : %i : %i : !linalg.range\n\"f\"(%r) : (!linalg.range) -> ()",
            "only `linalg.slice`",
        ),
        (
            "%v = linalg.slice %A[%i] : memref<4x4xf32>, index, memref<4xf32>",
            "one index per dimension",
        ),
        (
            "%v = linalg.slice %A[%i, %x] : memref<4x4xf32>, index, f32, memref<f32>",
            "neither an index nor",
        ),
    ] {
        let (_, diagnostics) = parse(&format!(
            "func @f(%A: memref<4x4xf32>, %i: index, %x: f32) {{\n{text}\nreturn\n}}"
        ));
        assert_eq!(diagnostics.len(), 1, "{text}: {diagnostics:#?}");
        assert!(diagnostics[0].message.contains(at), "{diagnostics:#?}");
    }
}

#[test]
fn reshapes() {
    let maps = "[affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (k)>]";
    let old = format!(
        "func @f(%A: memref<4x?x8xf32>, %T: tensor<?x?xf32>, %O: tensor<2x?xf32>) -> tensor<2x?xf32> {{
          %B = linalg.reshape %A {maps} : memref<4x?x8xf32> into memref<?x8xf32>
          %C = linalg.reshape %B {maps} : memref<?x8xf32> into memref<4x?x8xf32>
          %R = linalg.reshape ins(%T : tensor<?x?xf32>) outs(%O : tensor<2x?xf32>)
          return %R : tensor<2x?xf32>
        }}"
    );
    let new = "
        func.func @f(%A: memref<4x?x8xf32>, %T: tensor<?x?xf32>, %O: tensor<2x?xf32>) -> tensor<2x?xf32> {
          %B = memref.collapse_shape %A [[0, 1], [2]] : memref<4x?x8xf32> into memref<?x8xf32>
          %c0 = arith.constant 0 : index
          %n = memref.dim %B, %c0 : memref<?x8xf32>
          %c4 = arith.constant 4 : index
          %d = arith.divsi %n, %c4 : index
          %C = memref.expand_shape %B [[0, 1], [2]] output_shape [4, %d, 8] : memref<?x8xf32> into memref<4x?x8xf32>
          %0 = arith.constant 0 : index
          %s = tensor.dim %O, %0 : tensor<2x?xf32>
          %1 = arith.constant 1 : index
          %t = tensor.dim %O, %1 : tensor<2x?xf32>
          %shape = tensor.from_elements %s, %t : tensor<2xindex>
          %R = tensor.reshape %T(%shape) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<2x?xf32>
          return %R : tensor<2x?xf32>
        }";
    alike(&old, new);
}

#[test]
fn primitive_operations_as_proposed() {
    let old = "
    func @f(%A: tensor<4x8xf32>, %B: tensor<4x8xf32>, %s: tensor<4xf32>, %n: tensor<4x8xi32>)
        -> (tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xi32>) {
      %m = linalg.map ins(%A: tensor<4x8xf32>, %B: tensor<4x8xf32>) outs(%B: tensor<4x8xf32>) (%a: f32, %b: f32) {
        %c = addf %a, %b : f32
        linalg.yield %c : f32
      }
      %r = linalg.reduction ins(%m: tensor<4x8xf32>) outs(%s: tensor<4xf32>) dimensions = [1] (%a: f32, %b: f32) {
        %c = addf %a, %b : f32
        linalg.yield %c : f32
      }
      %i = linalg.iota outs(%n: tensor<4x8xi32>) dim = [1]
      return %m, %r, %i : tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xi32>
    }";
    let new = "
    func.func @f(%A: tensor<4x8xf32>, %B: tensor<4x8xf32>, %s: tensor<4xf32>, %n: tensor<4x8xi32>)
        -> (tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xi32>) {
      %m = linalg.map ins(%A, %B : tensor<4x8xf32>, tensor<4x8xf32>) outs(%B : tensor<4x8xf32>) (%a: f32, %b: f32, %o: f32) {
        %c = arith.addf %a, %b : f32
        linalg.yield %c : f32
      }
      %r = linalg.reduce ins(%m : tensor<4x8xf32>) outs(%s : tensor<4xf32>) dimensions = [1] (%a: f32, %b: f32) {
        %c = arith.addf %a, %b : f32
        linalg.yield %c : f32
      }
      %i = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>], iterator_types = [\"parallel\", \"parallel\"]}
          outs(%n : tensor<4x8xi32>) {
      ^bb0(%o: i32):
        %at = linalg.index 1 : index
        %c = arith.index_cast %at : index to i32
        linalg.yield %c : i32
      } -> tensor<4x8xi32>
      return %m, %r, %i : tensor<4x8xf32>, tensor<4xf32>, tensor<4x8xi32>
    }";
    alike(old, new);
}

#[test]
fn lanes() {
    let old = "
    func @f(%v: vector<4xf32>, %i: index, %j: i32, %x: f32) -> vector<4xf32> {
      %a = vector.extractelement %v[%i : index] : vector<4xf32>
      %b = vector.insertelement %a, %v[%j : i32] : vector<4xf32>
      %c = splat %x : vector<4xf32>
      %d = addf %b, %c : vector<4xf32>
      return %d : vector<4xf32>
    }";
    let new = "
    func.func @f(%v: vector<4xf32>, %i: index, %j: i32, %x: f32) -> vector<4xf32> {
      %a = vector.extract %v[%i] : f32 from vector<4xf32>
      %k = arith.index_cast %j : i32 to index
      %b = vector.insert %a, %v[%k] : f32 into vector<4xf32>
      %c = vector.broadcast %x : f32 to vector<4xf32>
      %d = arith.addf %b, %c : vector<4xf32>
      return %d : vector<4xf32>
    }";
    alike(old, new);
}

/// Until LLVM 17 there was one maximum, that of today's `arith.maximumf`: a NaN wins.
#[test]
fn maxima_of_floats() {
    let new = "func.func @f(%a: f32, %b: f32) -> f32 {
      %0 = arith.maximumf %a, %b : f32
      %1 = arith.minimumf %0, %b : f32
      return %1 : f32
    }";
    alike(&new.replace("imumf", "f"), new);
}

#[test]
fn quotients_and_shifts_of_the_standard_dialect() {
    let text = |names: [&str; 7]| {
        let lines: Vec<_> = { names.iter().enumerate() }
            .map(|(at, name)| format!("%v{at} = {name} %a, %b : i32"))
            .collect();
        format!("func.func @f(%a: i32, %b: i32) {{\n{}\nreturn\n}}\n", lines.join("\n"))
    };
    alike(
        &text([
            "remi_signed",
            "remi_unsigned",
            "divi_signed",
            "divi_unsigned",
            "shift_left",
            "shift_right_signed",
            "std.shift_right_unsigned",
        ]),
        &text([
            "arith.remsi",
            "arith.remui",
            "arith.divsi",
            "arith.divui",
            "arith.shli",
            "arith.shrsi",
            "arith.shrui",
        ]),
    );
}

/// The jump on the next line belongs to the block, not to the operation that nobody knows.
#[test]
fn a_jump_behind_an_operation_that_is_kept() {
    let text = |jump: &str| {
        format!(
            "func.func @f(%a: !llvm.ptr, %x: i32) {{\n%0 = llvm.call @g(%a) : (!llvm.ptr) -> i32\n{jump} ^bb1(%x : i32)\n\
             ^bb1(%y: i32):\nreturn\n}}\n"
        )
    };
    alike(&text("br"), &text("cf.br"));
}
