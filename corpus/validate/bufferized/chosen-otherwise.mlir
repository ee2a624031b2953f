// why:    The other one of two buffers.
// run:    validate %after
// expect: refuted
func.func @f(%A: tensor<8xf32>, %B: tensor<8xf32>, %c: i1, %i: index, %x: f32) -> (f32, tensor<8xf32>) {
  %s = arith.select %c, %A, %B : tensor<8xf32>
  %e = tensor.extract %s[%i] : tensor<8xf32>
  %u = tensor.insert %x into %s[%i] : tensor<8xf32>
  return %e, %u : f32, tensor<8xf32>
}
