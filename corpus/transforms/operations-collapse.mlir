// why:    loops side by side as one, also where the payload counts them, and in two again
// run:    transform --transform "collapse_dims(S0, d1, d2)"
// expect: ok
// run:    check --transform "collapse_dims(S0, d1, d2); expand_dims(S0, d1=5)"
// expect: proved
// run:    check --transform "pack(S0, d1=4); unpack(S0)"
// expect: proved
// run:    check --transform "collapse_dims(S0, d0, d1, d2)"
// expect: proved
// run:    transform --transform "rewrite_in_destination_passing_style(tensor.pad)"
// expect: ok
func.func @counted(%A: tensor<4x6x5xi64>, %C: tensor<4x6x5xi64>) -> (tensor<4x6x5xi64>, tensor<4x8x5xi64>) {
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%A : tensor<4x6x5xi64>) outs(%C : tensor<4x6x5xi64>) {
  ^bb0(%a: i64, %c: i64):
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i64
    %s = arith.addi %k, %a : i64
    linalg.yield %s : i64
  } -> tensor<4x6x5xi64>
  %zero = arith.constant 0 : i64
  %p = tensor.pad %r low[0, 1, 0] high[0, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : i64
  } : tensor<4x6x5xi64> to tensor<4x8x5xi64>
  return %r, %p : tensor<4x6x5xi64>, tensor<4x8x5xi64>
}
