// why:    a copy that the program makes itself is no clone: the caller gets another buffer
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<4xf32>) -> memref<4xf32> {
  %c = memref.alloc() : memref<4xf32>
  memref.copy %A, %c : memref<4xf32> to memref<4xf32>
  return %c : memref<4xf32>
}
