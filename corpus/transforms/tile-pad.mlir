// why:    a tile may lie before the source, in it, behind it, or in all three
// run:    check --transform "tile_using_for(tensor.pad, d0=4, d1=2)"
// expect: proved
func.func @pad(%s: tensor<?x?xf32>, %z: f32) -> tensor<?x?xf32> {
  %p = tensor.pad %s low[3, 0] high[4, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}
