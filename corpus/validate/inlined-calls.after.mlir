module {
  func.func @twice(%arg0: memref<16xf32>) {
    %cst = arith.constant 2.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %arg1 = %c0 to %c16 step %c1 {
      %0 = memref.load %arg0[%arg1] : memref<16xf32>
      %1 = arith.mulf %0, %cst : f32
      memref.store %1, %arg0[%arg1] : memref<16xf32>
      %2 = memref.load %arg0[%arg1] : memref<16xf32>
      %3 = arith.mulf %2, %cst : f32
      memref.store %3, %arg0[%arg1] : memref<16xf32>
    }
    return
  }
}

