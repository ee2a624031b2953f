// why:    As selected, where one side frees before it reads.
// run:    validate %after
// expect: refuted
func.func @select(%c: i1, %A: memref<4xf32>, %B: memref<4xf32>) {
  %new = memref.alloc() : memref<4xf32>
  memref.copy %A, %new : memref<4xf32> to memref<4xf32>
  "some.fill"(%A, %new) : (memref<4xf32>, memref<4xf32>) -> ()
  %x = arith.select %c, %A, %new : memref<4xf32>
  %i = arith.constant 1 : index
  %v = memref.load %x[%i] : memref<4xf32>
  memref.store %v, %B[%i] : memref<4xf32>
  return
}
