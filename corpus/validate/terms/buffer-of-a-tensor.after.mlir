func.func @read(%t: tensor<?xf32>, %i: index) -> f32 {
  %b = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %r = memref.load %b[%i] : memref<?xf32>
  return %r : f32
}
func.func @vector(%t: tensor<?xf32>, %i: index) -> vector<4xf32> {
  %z = arith.constant 0.0 : f32
  %b = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %r = vector.transfer_read %b[%i], %z : memref<?xf32>, vector<4xf32>
  return %r : vector<4xf32>
}
func.func @view(%t: tensor<?x?xf32>, %n: index) -> tensor<2x?xf32> {
  %b = bufferization.to_buffer %t : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %s = memref.subview %b[%n, 0] [2, %n] [1, 1] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<2x?xf32, strided<[?, ?], offset: ?>>
  %r = bufferization.to_tensor %s : memref<2x?xf32, strided<[?, ?], offset: ?>> to tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}
func.func @copied(%t: tensor<?xf32>) -> tensor<?xf32> {
  return %t : tensor<?xf32>
}
