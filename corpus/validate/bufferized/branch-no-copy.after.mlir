func.func @f(%A: memref<8xf32>, %c: i1) -> memref<8xf32> {
  %k = arith.constant 2 : index
  %b = memref.alloc() : memref<8xf32>
  %x = memref.load %A[%k] : memref<8xf32>
  %y = arith.addf %x, %x : f32
  scf.if %c {
    memref.store %y, %b[%k] : memref<8xf32>
  }
  return %b : memref<8xf32>
}
