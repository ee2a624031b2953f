func.func @part(%A: memref<4xf32>) {
  %i = arith.constant 1 : index
  %m = memref.alloc() : memref<4xf32>
  memref.copy %A, %m : memref<4xf32> to memref<4xf32>
  "some.use"(%m) : (memref<4xf32>) -> ()
  %v = memref.subview %m[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  memref.dealloc %v : memref<2xf32, strided<[1], offset: 1>>
  return
}
