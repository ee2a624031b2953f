// script: tile_using_for(tensor.pad, d0=2, d1=3)
// script: tile_using_forall(tensor.pad, d1=4); tile_using_for(tensor.pad, d1=3)
// script: bufferize(tensor.pad)
// script: rewrite_in_destination_passing_style(tensor.pad)
func.func @random(%A: tensor<?x6xi64>) -> tensor<?x8xi64> {
  %zero = arith.constant 0 : i64
  %p = tensor.pad %A low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : i64
  } : tensor<?x6xi64> to tensor<?x8xi64>
  return %p : tensor<?x8xi64>
}
