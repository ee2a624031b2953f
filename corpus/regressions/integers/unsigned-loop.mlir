// why:    compared without a sign, a negative bound is large: the loop leaves the array where the signed one does nothing
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %A[%i] : memref<?xf32>
  }
  return
}
