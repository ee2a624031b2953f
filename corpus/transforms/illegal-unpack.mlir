// why:    the sums have counted what fills up the last block, which the tensor itself has not
// run:    check --transform "unpack(sum)"
// expect: refuted
func.func @filled(%A: tensor<4x10xf32>, %C: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4x3x4xf32>
  %p = linalg.pack %A padding_value(%one : f32) inner_dims_pos = [1] inner_tiles = [4] into %e : tensor<4x10xf32> -> tensor<4x3x4xf32>
  %0 = linalg.generic {polyvet.name = "sum", indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%p : tensor<4x3x4xf32>) outs(%C : tensor<4xf32>) {
  ^bb0(%a: f32, %c: f32):
    %s = arith.addf %c, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
