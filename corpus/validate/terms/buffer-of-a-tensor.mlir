// why:    a buffer made of a tensor holds what the tensor is until anything is written
// run:    validate %after
// expect: proved
func.func @read(%t: tensor<?xf32>, %i: index) -> f32 {
  %r = tensor.extract %t[%i] : tensor<?xf32>
  return %r : f32
}
func.func @vector(%t: tensor<?xf32>, %i: index) -> vector<4xf32> {
  %z = arith.constant 0.0 : f32
  %r = vector.transfer_read %t[%i], %z : tensor<?xf32>, vector<4xf32>
  return %r : vector<4xf32>
}
func.func @view(%t: tensor<?x?xf32>, %n: index) -> tensor<2x?xf32> {
  %r = tensor.extract_slice %t[%n, 0] [2, %n] [1, 1] : tensor<?x?xf32> to tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}
func.func @copied(%t: tensor<?xf32>) -> tensor<?xf32> {
  %r = bufferization.alloc_tensor() copy(%t) : tensor<?xf32>
  return %r : tensor<?xf32>
}
