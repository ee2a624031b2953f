func.func @part(%A: memref<4xf32>) {
  %i = arith.constant 1 : index
  %m = memref.alloc() : memref<4xf32>
  memref.copy %A, %m : memref<4xf32> to memref<4xf32>
  "some.use"(%m) : (memref<4xf32>) -> ()
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.for %k = %c0 to %c2 step %i {
    memref.dealloc %m : memref<4xf32>
  }
  return
}
