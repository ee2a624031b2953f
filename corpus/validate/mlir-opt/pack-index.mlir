// why:    linalg index not remapped: linalg.index is not rewritten when the op is packed (mlir-opt 22: transform.structured.pack)
// run:    validate %after
// expect: refuted
#id = affine_map<(i) -> (i)>
func.func @ramp(%x: tensor<6xi32>, %o: tensor<6xi32>) -> tensor<6xi32> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<6xi32>) outs(%o : tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32):
    %k = linalg.index 0 : index
    %w = arith.index_cast %k : index to i32
    %q = arith.subi %a, %w : i32
    linalg.yield %q : i32
  } -> tensor<6xi32>
  return %r : tensor<6xi32>
}
