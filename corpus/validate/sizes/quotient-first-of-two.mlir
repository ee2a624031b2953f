// why:    the divisor is checked wherever it stands in a map
// run:    validate %after
// expect: refuted
func.func @f(%n: index, %m: index, %k: index, %A: memref<?xf32>, %x: f32) {
  %p = arith.floordivsi %n, %m : index
  %q = arith.muli %p, %k : index
  affine.for %i = 0 to %q {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
