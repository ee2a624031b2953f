// why:    A part of a buffer is freed, which is no buffer.
// run:    validate %after
// expect: refuted
func.func @part(%A: memref<4xf32>) {
  %i = arith.constant 1 : index
  %m = memref.alloc() : memref<4xf32>
  memref.copy %A, %m : memref<4xf32> to memref<4xf32>
  "some.use"(%m) : (memref<4xf32>) -> ()
  return
}
