// why:    tensors as well: the program becomes loops on buffers
// run:    transform --transform "data_copy(i, S, A)"
// expect: ok
func.func @sums(%A: tensor<9x7xi32>, %S: tensor<9xi32>) -> tensor<9xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%A : tensor<9x7xi32>) outs(%S : tensor<9xi32>) {
  ^bb0(%a: i32, %s: i32):
    %t = arith.addi %s, %a : i32
    linalg.yield %t : i32
  } -> tensor<9xi32>
  return %r : tensor<9xi32>
}
