// why:    from -1, which is the largest number without a sign, the loop does nothing; the signed one runs twice
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m1 = arith.constant -1 : index
  scf.for unsigned %i = %m1 to %c1 step %c1 {
    memref.store %x, %A[%c0] : memref<?xf32>
  }
  return
}
