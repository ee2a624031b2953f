func.func @row(%A: memref<8x4xf32>, %B: memref<8xvector<4xf32>>, %i: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0.0 : f32
  %r = vector.transfer_read %A[%c2, %c0], %z {in_bounds = [true]} : memref<8x4xf32>, vector<4xf32>
  memref.store %r, %B[%i] : memref<8xvector<4xf32>>
  return
}
func.func @doubled(%B: memref<?xvector<4xf32>>) {
  affine.for %j = 0 to 8 {
    %v = affine.load %B[-%j + 8] : memref<?xvector<4xf32>>
    %w = arith.addf %v, %v : vector<4xf32>
    affine.store %w, %B[-%j + 8] : memref<?xvector<4xf32>>
  }
  return
}
