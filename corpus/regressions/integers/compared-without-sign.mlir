// why:    a negative number is large without its sign
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<8xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 4 : index
 %c = arith.cmpi slt, %n, %k : index
 scf.if %c { memref.store %x, %A[%c0] : memref<8xf32> }

  return
}
