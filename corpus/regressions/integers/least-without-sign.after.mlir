func.func @f(%A: memref<8xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 2 : index
 %d = arith.minui %n, %k : index
 %c = arith.cmpi eq, %d, %k : index
 scf.if %c { memref.store %x, %A[%c0] : memref<8xf32> }

  return
}
