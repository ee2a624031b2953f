// why:    the lanes of a vector lie apart in the buffer
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<64xf32>, %i: index) -> vector<4xf32> {
  %p = arith.constant 0.0 : f32
  %0 = memref.subview %A[8] [16] [2] : memref<64xf32> to memref<16xf32, strided<[2], offset: 8>>
  %1 = vector.transfer_read %0[%i], %p {in_bounds = [true]} : memref<16xf32, strided<[2], offset: 8>>, vector<4xf32>
  return %1 : vector<4xf32>
}
