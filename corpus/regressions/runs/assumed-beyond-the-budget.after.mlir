func.func @fill(%A: memref<?xf32>, %n: index) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to affine_map<()[s0] -> ((s0 floordiv 4) * 4)>()[%n] step 4 {
    affine.store %one, %A[%i] : memref<?xf32>
    affine.store %one, %A[%i + 1] : memref<?xf32>
    affine.store %one, %A[%i + 2] : memref<?xf32>
    affine.store %one, %A[%i + 3] : memref<?xf32>
  }
  affine.for %i = affine_map<()[s0] -> ((s0 floordiv 4) * 4)>()[%n] to %n {
    affine.store %one, %A[%i] : memref<?xf32>
  }
  return
}
