// why:    linalg index not remapped: linalg.index of the reduction dimension is not rewritten after the split (mlir-opt 22: transform.structured.split_reduction)
// run:    validate %after
// expect: refuted
#in = affine_map<(k) -> (k)>
#out = affine_map<(k) -> ()>
func.func @weighted(%x: tensor<12xi32>, %init: tensor<i32>) -> tensor<i32> {
  %r = linalg.generic {indexing_maps = [#in, #out], iterator_types = ["reduction"]} ins(%x : tensor<12xi32>) outs(%init : tensor<i32>) {
  ^bb0(%a: i32, %s: i32):
    %k = linalg.index 0 : index
    %w = arith.index_cast %k : index to i32
    %p = arith.muli %a, %w : i32
    %q = arith.addi %s, %p : i32
    linalg.yield %q : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}
