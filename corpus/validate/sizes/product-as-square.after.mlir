func.func @f(%n: index, %m: index, %A: memref<?xf32>, %x: f32) {
  %p = arith.muli %n, %n : index
  affine.for %i = 0 to %p {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
