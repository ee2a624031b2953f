// why:    true is less than false with a sign
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<64xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
 %t = arith.constant true
 %f = arith.constant false
 %c = arith.cmpi sgt, %t, %f : i1
 scf.if %c { memref.store %x, %A[%c0] : memref<64xf32> }
  return
}
