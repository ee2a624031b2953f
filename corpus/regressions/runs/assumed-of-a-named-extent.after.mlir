func.func @f(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xf32>
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to min affine_map<()[s0] -> (s0, 2)>()[%N] {
    affine.store %z, %A[%i] : memref<?xf32>
  }
  return
}
