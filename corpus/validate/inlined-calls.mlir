// why:    private functions count as if they stood where they are called
// run:    validate %after --func twice
// expect: proved
module {
  func.func @twice(%arg0: memref<16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %arg1 = %c0 to %c16 step %c1 {
      func.call @scale(%arg0, %arg1) : (memref<16xf32>, index) -> ()
      func.call @scale(%arg0, %arg1) : (memref<16xf32>, index) -> ()
    }
    return
  }
  func.func private @scale(%arg0: memref<16xf32>, %arg1: index) {
    %cst = arith.constant 2.000000e+00 : f32
    %0 = memref.load %arg0[%arg1] : memref<16xf32>
    %1 = arith.mulf %cst, %0 : f32
    memref.store %1, %arg0[%arg1] : memref<16xf32>
    return
  }
}

