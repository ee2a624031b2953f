func.func @f(%A: memref<4xf32>) -> memref<4xf32> {
  return %A : memref<4xf32>
}
