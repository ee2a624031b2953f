func.func @f(%A: memref<8xf32>, %c: i1) -> memref<8xf32> {
  %k = arith.constant 2 : index
  %x = memref.load %A[%k] : memref<8xf32>
  %y = arith.addf %x, %x : f32
  %r = scf.if %c -> (memref<8xf32>) {
    %b = memref.alloc() : memref<8xf32>
    memref.copy %A, %b : memref<8xf32> to memref<8xf32>
    memref.store %y, %b[%k] : memref<8xf32>
    scf.yield %b : memref<8xf32>
  } else {
    scf.yield %A : memref<8xf32>
  }
  return %r : memref<8xf32>
}
