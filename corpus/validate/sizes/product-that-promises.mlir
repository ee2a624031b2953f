// why:    the second program promises that its product does not overflow, the first one does not: that is assumed
// run:    validate %after
// expect: proved
func.func @f(%n: index, %m: index, %k: index, %A: memref<?xf32>, %x: f32) {
  %p = arith.muli %n, %m : index
  %q = arith.muli %p, %k : index
  affine.for %i = 0 to %q {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
