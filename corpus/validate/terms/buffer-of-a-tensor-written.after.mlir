func.func @written(%t: tensor<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %z = arith.constant 7.0 : f32
  %b = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  memref.store %z, %b[%c0] : memref<4xf32>
  %r = memref.load %b[%c0] : memref<4xf32>
  return %r : f32
}
func.func @through_a_view(%t: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 7.0 : f32
  %b = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %s = memref.subview %b[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  memref.store %z, %s[%c0] : memref<2xf32, strided<[1], offset: 1>>
  %r = bufferization.to_tensor %b : memref<4xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @in_a_loop(%t: tensor<4xf32>) -> f32 {
  %z = arith.constant 7.0 : f32
  %f = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %f) -> (f32) {
    %y = memref.load %b[%c0] : memref<4xf32>
    memref.store %z, %b[%c0] : memref<4xf32>
    scf.yield %y : f32
  }
  return %r : f32
}
