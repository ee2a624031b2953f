// why:    the tiles do not meet
// run:    validate %after
// expect: refuted
func.func @f(%x: tensor<9xf32>, %v: f32) -> tensor<16xf32> {
  %p = tensor.pad %x low[4] high[3] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<9xf32> to tensor<16xf32>
  return %p : tensor<16xf32>
}
