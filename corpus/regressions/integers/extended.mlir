// why:    an extension without a sign against one with a sign, in a bound
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<300xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant -56 : i8
 %w = arith.extui %k : i8 to i32
 %n = arith.index_cast %w : i32 to index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %A[%i] : memref<300xf32>
  }
  return
}
