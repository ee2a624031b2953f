// why:    a comparison of 8 bits with and without signs
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<300xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c300 = arith.constant 300 : index
  scf.for %i = %c0 to %c300 step %c1 {
    %t = arith.index_cast %i : index to i8
    %k = arith.constant 100 : i8
 %c = arith.cmpi ult, %t, %k : i8
 scf.if %c { memref.store %x, %A[%i] : memref<300xf32> }
  }
  return
}
