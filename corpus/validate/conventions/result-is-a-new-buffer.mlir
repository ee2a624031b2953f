// why:    a result that is no argument is not returned
// run:    validate %after
// expect: unknown
func.func @f(%A: memref<8xf32>) -> memref<8xf32> {
  %0 = memref.alloc() : memref<8xf32>
  memref.copy %A, %0 : memref<8xf32> to memref<8xf32>
  return %0 : memref<8xf32>
}
