// why:    a clone may be the buffer that it is made of, so a fold of it is no difference
// run:    validate %after
// expect: unknown
func.func @f(%A: memref<4xf32>) -> memref<4xf32> {
  %c = bufferization.clone %A : memref<4xf32> to memref<4xf32>
  return %c : memref<4xf32>
}
