// why:    a filled buffer with the source in the middle
// run:    check --transform "bufferize(tensor.pad)"
// expect: proved
func.func @pad(%s: tensor<?x?xf32>, %z: f32) -> tensor<?x?xf32> {
  %p = tensor.pad %s low[3, 0] high[4, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}
