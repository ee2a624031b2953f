func.func @select(%c: i1, %A: memref<4xf32>, %B: memref<4xf32>) {
  %new = memref.alloc() : memref<4xf32>
  memref.copy %A, %new : memref<4xf32> to memref<4xf32>
  "some.fill"(%A, %new) : (memref<4xf32>, memref<4xf32>) -> ()
  %i = arith.constant 1 : index
  scf.if %c {
    memref.dealloc %new : memref<4xf32>
    %v = memref.load %A[%i] : memref<4xf32>
    memref.store %v, %B[%i] : memref<4xf32>
  } else {
    memref.dealloc %new : memref<4xf32>
    %v = memref.load %new[%i] : memref<4xf32>
    memref.store %v, %B[%i] : memref<4xf32>
  }
  return
}
