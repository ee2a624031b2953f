// why:    what was written since, through a view or in an iteration before, is seen
// run:    validate %after
// expect: refuted
func.func @written(%t: tensor<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %r = tensor.extract %t[%c0] : tensor<4xf32>
  return %r : f32
}
func.func @through_a_view(%t: tensor<4xf32>) -> tensor<4xf32> {
  return %t : tensor<4xf32>
}
func.func @in_a_loop(%t: tensor<4xf32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %r = tensor.extract %t[%c0] : tensor<4xf32>
  return %r : f32
}
