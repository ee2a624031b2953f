func.func @f(%A: memref<8xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.addi %n, %c1 : index
 %c = arith.cmpi sgt, %m, %n : index
 scf.if %c { memref.store %x, %A[%c0] : memref<8xf32> }

  return
}
