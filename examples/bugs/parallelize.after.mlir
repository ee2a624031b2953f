#set = affine_set<(d0) : (-d0 >= 0)>
module {
  func.func @otherwise(%arg0: memref<4xf64>) {
    affine.parallel (%arg1) = (0) to (4) {
      affine.if #set(%arg1) {
        %0 = affine.load %arg0[%arg1] : memref<4xf64>
        affine.store %0, %arg0[%arg1] : memref<4xf64>
      } else {
        %0 = affine.load %arg0[%arg1 - 1] : memref<4xf64>
        affine.store %0, %arg0[%arg1] : memref<4xf64>
      }
    }
    return
  }
}

