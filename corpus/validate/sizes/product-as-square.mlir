// why:    of equal sizes a square is the product
// run:    validate %after
// expect: refuted
func.func @f(%n: index, %m: index, %A: memref<?xf32>, %x: f32) {
  %p = arith.muli %n, %m : index
  affine.for %i = 0 to %p {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
