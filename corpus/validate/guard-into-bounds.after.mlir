func.func @edges(%A: memref<?xf32>, %f: f32, %g: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to min affine_map<()[s0] -> (2, s0)>()[%n] {
    affine.store %g, %A[%i] : memref<?xf32>
  }
  affine.for %i = 2 to affine_map<()[s0] -> (s0 - 2)>()[%n] {
    affine.store %f, %A[%i] : memref<?xf32>
  }
  affine.for %i = max affine_map<()[s0] -> (2, s0 - 2)>()[%n] to %n {
    affine.store %g, %A[%i] : memref<?xf32>
  }
  return
}
