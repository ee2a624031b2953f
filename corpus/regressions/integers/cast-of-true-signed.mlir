// why:    true is -1 as an index with a sign, and the loop to there does nothing
// run:    validate %after
// expect: proved
func.func @f(%A: memref<300xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant true
  %n = arith.index_cast %k : i1 to index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %A[%i] : memref<300xf32>
  }
  return
}
