// why:    tiles copied to byte buffers seen through memref.view
// run:    validate %after
// expect: proved
module {
  func.func @mm(%arg0: memref<9x10xf32>, %arg1: memref<10x12xf32>, %arg2: memref<9x12xf32>) {
    linalg.matmul ins(%arg0, %arg1 : memref<9x10xf32>, memref<10x12xf32>) outs(%arg2 : memref<9x12xf32>)
    return
  }
}

