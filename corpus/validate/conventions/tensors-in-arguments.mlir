// why:    tensors that are results are left in the buffers of the arguments they came from
// run:    validate %after
// expect: proved
func.func @f(%A: tensor<8xf32>, %B: tensor<8xf32>, %x: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %c3 = arith.constant 3 : index
  %0 = tensor.insert %x into %A[%c3] : tensor<8xf32>
  %1 = linalg.fill ins(%x : f32) outs(%B : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
