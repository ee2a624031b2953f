func.func @f(%A: memref<8xf32>, %B: memref<8xf32>, %c: i1) {
  return
}
