func.func @f(%a: memref<4xf32>) {
  %x = memref.alloc() : memref<4xf32>
  %v = memref.subview %x[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  memref.dealloc %v : memref<2xf32, strided<[1], offset: 1>>
  return
}
