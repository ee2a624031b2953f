module {
  func.func @every_third(%arg0: memref<7xf64>) {
    %c7 = arith.constant 7 : index
    %c0 = arith.constant 0 : index
    %c0_0 = arith.constant 0 : index
    %cst = arith.constant 0.000000e+00 : f64
    %alloc = memref.alloc() : memref<7xf64>
    affine.for %arg1 = 0 to 7 step 3 {
      affine.store %cst, %alloc[%arg1] : memref<7xf64>
    }
    affine.for %arg1 = 0 to 7 {
      %0 = affine.load %alloc[%arg1] : memref<7xf64>
      affine.store %0, %arg0[%arg1] : memref<7xf64>
    }
    memref.dealloc %alloc : memref<7xf64>
    return
  }
}

