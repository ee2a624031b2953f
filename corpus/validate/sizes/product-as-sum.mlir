// why:    a sum is no product, though 2 + 2 is 2 * 2
// run:    validate %after
// expect: refuted
func.func @f(%n: index, %m: index, %A: memref<?xf32>, %x: f32) {
  %p = arith.muli %n, %m : index
  affine.for %i = 0 to %p {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
