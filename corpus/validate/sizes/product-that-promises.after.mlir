func.func @f(%n: index, %m: index, %k: index, %A: memref<?xf32>, %x: f32) {
  %p = arith.muli %n, %m overflow<nsw> : index
  %q = arith.muli %k, %p : index
  affine.for %i = 0 to %q {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
