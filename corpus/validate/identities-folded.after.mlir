module {
  func.func @identities(%arg0: memref<8xf32>, %arg1: memref<8xi32>) {
    affine.for %arg2 = 0 to 8 {
      %0 = affine.load %arg0[%arg2] : memref<8xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %arg0[%arg2] : memref<8xf32>
      %2 = affine.load %arg1[%arg2] : memref<8xi32>
      %3 = arith.muli %2, %2 : i32
      affine.store %3, %arg1[%arg2] : memref<8xi32>
    }
    return
  }
}

