// why:    sums of small numbers do not overflow: nothing to assume
// run:    validate %after
// expect: proved
func.func @f(%A: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 32 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %i, %c1 : index
    memref.store %x, %A[%j] : memref<64xf32>
  }
  return
}
