// why:    the least of numbers of which one may overflow
// run:    validate %after
// expect: proved
func.func @f(%n: index, %m: index, %k: index, %A: memref<?xf32>, %x: f32) {
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %p = arith.muli %n, %c2 : index
  %z = arith.minsi %p, %m : index
  %q = arith.muli %z, %k : index
  affine.for %i = 0 to %q {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
