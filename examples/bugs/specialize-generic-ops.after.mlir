module {
  func.func @transposed(%arg0: memref<2x2xf64>, %arg1: memref<2x2xf64>, %arg2: memref<2x2xf64>) {
    linalg.matmul ins(%arg0, %arg1 : memref<2x2xf64>, memref<2x2xf64>) outs(%arg2 : memref<2x2xf64>)
    return
  }
}

