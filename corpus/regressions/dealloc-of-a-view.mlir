// why:    a view is not what was allocated
// run:    validate %after
// expect: refuted
func.func @f(%a: memref<4xf32>) {
  %x = memref.alloc() : memref<4xf32>
  memref.dealloc %x : memref<4xf32>
  return
}
