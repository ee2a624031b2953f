// why:    as unwritten-copied.mlir, but the multiple of 7 is subtracted twice, which one element shows
// run:    validate %after
// expect: refuted
func.func @remainder(%x: tensor<65536x64xi32>) -> tensor<65536x64xi32> {
  %e = tensor.empty() : tensor<65536x64xi32>
  %seven = arith.constant 7 : i32
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<65536x64xi32>) outs(%e : tensor<65536x64xi32>) {
  ^bb0(%a: i32, %o: i32):
    %s = arith.remui %a, %seven : i32
    linalg.yield %s : i32
  } -> tensor<65536x64xi32>
  return %r : tensor<65536x64xi32>
}
