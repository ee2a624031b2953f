func.func @f(%A: memref<8xf32>) {
  return
}
