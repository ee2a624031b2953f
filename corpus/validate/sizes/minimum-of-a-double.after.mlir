func.func @f(%n: index, %m: index, %k: index, %A: memref<?xf32>, %x: f32) {
  %c2 = arith.constant 2 : index
  %p = arith.muli %n, %c2 : index
  %z = arith.minsi %m, %p : index
  %q = arith.muli %k, %z : index
  affine.for %i = 0 to %q {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
