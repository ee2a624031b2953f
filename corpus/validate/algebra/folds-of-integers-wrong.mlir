// why:    folds of integers that only the ends of the range tell from right ones, in loops of any size
// run:    validate %after
// expect: refuted
func.func @sitofp_uitofp(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: index) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi32>
    %1 = affine.load %arg1[%arg4] : memref<?xi32>
    %2 = arith.sitofp %0 : i32 to f32
    %3 = arith.bitcast %2 : f32 to i32
    affine.store %3, %arg2[%arg4] : memref<?xi32>
  }
  return
}
func.func @mul2div2(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: index) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi32>
    %1 = affine.load %arg1[%arg4] : memref<?xi32>
    %2 = arith.muli %0, %c2_i32 : i32
    %3 = arith.divsi %2, %c2_i32 : i32
    affine.store %3, %arg2[%arg4] : memref<?xi32>
  }
  return
}
func.func @rem_and(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: index) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi32>
    %1 = affine.load %arg1[%arg4] : memref<?xi32>
    %2 = arith.remsi %0, %c2_i32 : i32
    affine.store %2, %arg2[%arg4] : memref<?xi32>
  }
  return
}
func.func @div_shr(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: index) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi32>
    %1 = affine.load %arg1[%arg4] : memref<?xi32>
    %2 = arith.divsi %0, %c2_i32 : i32
    affine.store %2, %arg2[%arg4] : memref<?xi32>
  }
  return
}
func.func @ceildiv_add(%arg0: memref<?xi8>, %arg1: memref<?xi8>, %arg2: memref<?xi8>, %arg3: index) {
  %c0_i8 = arith.constant 0 : i8
  %c1_i8 = arith.constant 1 : i8
  %c2_i8 = arith.constant 2 : i8
  %c-1_i8 = arith.constant -1 : i8
  %c7_i8 = arith.constant 7 : i8
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi8>
    %1 = affine.load %arg1[%arg4] : memref<?xi8>
    %2 = arith.ceildivsi %0, %c2_i8 : i8
    affine.store %2, %arg2[%arg4] : memref<?xi8>
  }
  return
}
func.func @ceildivu_add(%arg0: memref<?xi8>, %arg1: memref<?xi8>, %arg2: memref<?xi8>, %arg3: index) {
  %c0_i8 = arith.constant 0 : i8
  %c1_i8 = arith.constant 1 : i8
  %c2_i8 = arith.constant 2 : i8
  %c-1_i8 = arith.constant -1 : i8
  %c7_i8 = arith.constant 7 : i8
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi8>
    %1 = affine.load %arg1[%arg4] : memref<?xi8>
    %2 = arith.ceildivui %0, %c2_i8 : i8
    affine.store %2, %arg2[%arg4] : memref<?xi8>
  }
  return
}
func.func @ceildivu_sub(%arg0: memref<?xi8>, %arg1: memref<?xi8>, %arg2: memref<?xi8>, %arg3: index) {
  %c0_i8 = arith.constant 0 : i8
  %c1_i8 = arith.constant 1 : i8
  %c2_i8 = arith.constant 2 : i8
  %c-1_i8 = arith.constant -1 : i8
  %c7_i8 = arith.constant 7 : i8
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi8>
    %1 = affine.load %arg1[%arg4] : memref<?xi8>
    %2 = arith.ceildivui %0, %c2_i8 : i8
    affine.store %2, %arg2[%arg4] : memref<?xi8>
  }
  return
}
func.func @shl_shr(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: index) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi32>
    %1 = affine.load %arg1[%arg4] : memref<?xi32>
    %2 = arith.shli %0, %c1_i32 : i32
    %3 = arith.shrui %2, %c1_i32 : i32
    affine.store %3, %arg2[%arg4] : memref<?xi32>
  }
  return
}
func.func @extui_extsi(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: index) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi32>
    %1 = affine.load %arg1[%arg4] : memref<?xi32>
    %2 = arith.trunci %0 : i32 to i8
    %3 = arith.extsi %2 : i8 to i32
    affine.store %3, %arg2[%arg4] : memref<?xi32>
  }
  return
}
func.func @minui(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: index) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi32>
    %1 = affine.load %arg1[%arg4] : memref<?xi32>
    %2 = arith.minui %0, %1 : i32
    affine.store %2, %arg2[%arg4] : memref<?xi32>
  }
  return
}
func.func @add_cmp(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: index) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi32>
    %1 = affine.load %arg1[%arg4] : memref<?xi32>
    %2 = arith.addi %0, %c1_i32 : i32
    %3 = arith.cmpi sgt, %2, %0 : i32
    %4 = arith.select %3, %c1_i32, %c0_i32 : i32
    affine.store %4, %arg2[%arg4] : memref<?xi32>
  }
  return
}
func.func @avg(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: index) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi32>
    %1 = affine.load %arg1[%arg4] : memref<?xi32>
    %2 = arith.addi %0, %1 : i32
    %3 = arith.divsi %2, %c2_i32 : i32
    affine.store %3, %arg2[%arg4] : memref<?xi32>
  }
  return
}
func.func @shift_by_width(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: index) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi32>
    %1 = affine.load %arg1[%arg4] : memref<?xi32>
    %2 = arith.andi %1, %c31_i32 : i32
    %3 = arith.shli %0, %2 : i32
    affine.store %3, %arg2[%arg4] : memref<?xi32>
  }
  return
}
func.func @div_intro(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: index) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi32>
    %1 = affine.load %arg1[%arg4] : memref<?xi32>
    %2 = arith.cmpi eq, %1, %c0_i32 : i32
    %3 = scf.if %2 -> (i32) {
      scf.yield %c0_i32 : i32
    } else {
      %4 = arith.divui %0, %1 : i32
      scf.yield %4 : i32
    }
    affine.store %3, %arg2[%arg4] : memref<?xi32>
  }
  return
}
func.func @div_m1(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: index) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi32>
    %1 = affine.load %arg1[%arg4] : memref<?xi32>
    %2 = arith.subi %c0_i32, %0 : i32
    %3 = arith.addi %2, %c0_i32 : i32
    affine.store %3, %arg2[%arg4] : memref<?xi32>
  }
  return
}
func.func @nsw(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: index) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi32>
    %1 = affine.load %arg1[%arg4] : memref<?xi32>
    %2 = arith.addi %0, %c1_i32 : i32
    affine.store %2, %arg2[%arg4] : memref<?xi32>
  }
  return
}
func.func @exact(%arg0: memref<?xi32>, %arg1: memref<?xi32>, %arg2: memref<?xi32>, %arg3: index) {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c2_i32 = arith.constant 2 : i32
  %c-1_i32 = arith.constant -1 : i32
  %c31_i32 = arith.constant 31 : i32
  affine.for %arg4 = 0 to %arg3 {
    %0 = affine.load %arg0[%arg4] : memref<?xi32>
    %1 = affine.load %arg1[%arg4] : memref<?xi32>
    %2 = arith.shrui %0, %c1_i32 : i32
    affine.store %2, %arg2[%arg4] : memref<?xi32>
  }
  return
}
