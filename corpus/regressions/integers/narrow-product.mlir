// why:    a product of 32 bits wraps to zero before it is an index
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 65536 : i32
 %s = arith.muli %k, %k : i32
 %n = arith.index_cast %s : i32 to index
 %c = arith.cmpi sgt, %n, %c0 : index
 scf.if %c { memref.store %x, %A[%c0] : memref<8xf32> }

  return
}
