// why:    300 cut to 8 bits is 44
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<300xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 300 : i32
 %w = arith.trunci %k : i32 to i8
 %n = arith.index_cast %w : i8 to index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %A[%i] : memref<300xf32>
  }
  return
}
