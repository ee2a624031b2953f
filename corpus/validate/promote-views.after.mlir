#map = affine_map<(d0) -> (-d0 + 9, 4)>
#map1 = affine_map<(d0) -> (d0 - 1)>
module {
  func.func @mm(%arg0: memref<9x10xf32>, %arg1: memref<10x12xf32>, %arg2: memref<9x12xf32>) {
    %c0 = arith.constant 0 : index
    %c0_0 = arith.constant 0 : index
    %c9 = arith.constant 9 : index
    %c12 = arith.constant 12 : index
    %c4 = arith.constant 4 : index
    %c3 = arith.constant 3 : index
    scf.for %arg3 = %c0 to %c9 step %c4 {
      scf.for %arg4 = %c0_0 to %c12 step %c3 {
        %c9_1 = arith.constant 9 : index
        %0 = affine.min #map(%arg3)
        %1 = affine.apply #map1(%0)
        %2 = affine.apply #map1(%0)
        %3 = affine.apply #map1(%0)
        %subview = memref.subview %arg0[%arg3, 0] [%0, 10] [1, 1] : memref<9x10xf32> to memref<?x10xf32, strided<[10, 1], offset: ?>>
        %subview_2 = memref.subview %arg1[0, %arg4] [10, 3] [1, 1] : memref<10x12xf32> to memref<10x3xf32, strided<[12, 1], offset: ?>>
        %subview_3 = memref.subview %arg2[%arg3, %arg4] [%0, 3] [1, 1] : memref<9x12xf32> to memref<?x3xf32, strided<[12, 1], offset: ?>>
        %c1 = arith.constant 1 : index
        %c0_4 = arith.constant 0 : index
        %c10 = arith.constant 10 : index
        %c1_5 = arith.constant 1 : index
        %c4_6 = arith.constant 4 : index
        %c0_7 = arith.constant 0 : index
        %c10_8 = arith.constant 10 : index
        %c1_9 = arith.constant 1 : index
        %c10_10 = arith.constant 10 : index
        %c0_11 = arith.constant 0 : index
        %c1_12 = arith.constant 1 : index
        %c4_13 = arith.constant 4 : index
        %c40 = arith.constant 40 : index
        %alloc = memref.alloc() : memref<160xi8>
        %view = memref.view %alloc[%c0_11][%c4_6, %c10_8] : memref<160xi8> to memref<?x?xf32>
        %subview_14 = memref.subview %view[0, 0] [%0, %c10_10] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
        %c0_15 = arith.constant 0 : index
        %c10_16 = arith.constant 10 : index
        %c1_17 = arith.constant 1 : index
        %c3_18 = arith.constant 3 : index
        %c1_19 = arith.constant 1 : index
        %c10_20 = arith.constant 10 : index
        %c0_21 = arith.constant 0 : index
        %c10_22 = arith.constant 10 : index
        %c3_23 = arith.constant 3 : index
        %c1_24 = arith.constant 1 : index
        %c3_25 = arith.constant 3 : index
        %c0_26 = arith.constant 0 : index
        %c1_27 = arith.constant 1 : index
        %c10_28 = arith.constant 10 : index
        %c30 = arith.constant 30 : index
        %alloc_29 = memref.alloc() : memref<120xi8>
        %view_30 = memref.view %alloc_29[%c0_26][%c10_20, %c3_23] : memref<120xi8> to memref<?x?xf32>
        %subview_31 = memref.subview %view_30[0, 0] [%c10_22, %c3_25] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
        linalg.copy ins(%subview : memref<?x10xf32, strided<[10, 1], offset: ?>>) outs(%subview_14 : memref<?x?xf32, strided<[?, 1]>>)
        linalg.copy ins(%subview_2 : memref<10x3xf32, strided<[12, 1], offset: ?>>) outs(%subview_31 : memref<?x?xf32, strided<[?, 1]>>)
        linalg.matmul ins(%subview_14, %subview_31 : memref<?x?xf32, strided<[?, 1]>>, memref<?x?xf32, strided<[?, 1]>>) outs(%subview_3 : memref<?x3xf32, strided<[12, 1], offset: ?>>)
        memref.dealloc %alloc : memref<160xi8>
        memref.dealloc %alloc_29 : memref<120xi8>
      }
    }
    return
  }
}

