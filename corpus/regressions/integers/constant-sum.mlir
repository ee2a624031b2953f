// why:    the sum of two constants wraps at 64 bits
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
 %k = arith.constant 9223372036854775807 : index
 %s = arith.addi %k, %c1 : index
 %c = arith.cmpi sgt, %s, %c0 : index
 scf.if %c { memref.store %x, %A[%c0] : memref<8xf32> }

  return
}
