// why:    mlir-opt 22 turns a load that runs backwards into a transfer that runs forwards
// run:    validate %after
// expect: refuted
module {
  func.func @mirror(%arg0: memref<12xf32>, %arg1: memref<12xf32>) {
    affine.for %arg2 = 0 to 12 {
      %0 = affine.load %arg0[-%arg2 + 11] : memref<12xf32>
      affine.store %0, %arg1[%arg2] : memref<12xf32>
    }
    return
  }
}

