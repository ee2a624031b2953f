module {
  func.func @clear(%arg0: index, %arg1: memref<4xf64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f64
    scf.for %arg2 = %c0 to %c1 step %c1 {
      memref.store %cst, %arg1[%arg2] : memref<4xf64>
    }
    scf.for %arg2 = %c1 to %arg0 step %c1 {
      memref.store %cst, %arg1[%arg2] : memref<4xf64>
    }
    return
  }
}

