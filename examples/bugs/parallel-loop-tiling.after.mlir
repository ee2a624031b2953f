module {
  func.func @from_minus_one(%arg0: index, %arg1: memref<4xf64>) {
    %c-1 = arith.constant -1 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f64
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %0 = arith.muli %c1, %c2 : index
    scf.parallel (%arg2) = (%c-1) to (%arg0) step (%0) {
      scf.parallel (%arg3) = (%c0) to (%0) step (%c1) {
        %1 = arith.addi %arg3, %arg2 : index
        %true = arith.constant true
        %2 = arith.muli %arg3, %c1 : index
        %3 = arith.addi %2, %arg2 : index
        %4 = arith.cmpi ult, %3, %arg0 : index
        %5 = arith.andi %true, %4 : i1
        scf.if %5 {
          %6 = arith.addi %1, %c1 : index
          memref.store %cst, %arg1[%6] : memref<4xf64>
        }
        scf.reduce 
      }
      scf.reduce 
    }
    return
  }
}

