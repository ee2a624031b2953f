func.func @f(%A: memref<?xf32>, %f: f32, %n: index, %m: index) {
  %q = arith.divsi %n, %m : index
  affine.for %i = 0 to %n {
    affine.store %f, %A[%i] : memref<?xf32>
  }
  return
}
