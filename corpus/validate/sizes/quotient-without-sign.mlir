// why:    a quotient without a sign is another number
// run:    validate %after
// expect: refuted
func.func @f(%n: index, %m: index, %k: index, %A: memref<?xf32>, %x: f32) {
  %p = arith.divsi %n, %m : index
  affine.for %i = 0 to %p {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
