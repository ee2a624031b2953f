// why:    true is one as an index without a sign
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<300xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant true 
  %n = arith.index_castui %k : i1 to index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %A[%i] : memref<300xf32>
  }
  return
}
