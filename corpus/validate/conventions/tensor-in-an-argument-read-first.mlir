// why:    the argument is read before the result is left in it
// run:    validate %after
// expect: proved
func.func @f(%A: tensor<8xf32>, %x: f32) -> (tensor<8xf32>, f32) {
  %c3 = arith.constant 3 : index
  %0 = tensor.insert %x into %A[%c3] : tensor<8xf32>
  %1 = tensor.extract %A[%c3] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}
