#map = affine_map<(d0)[s0] -> (-d0 + s0, 12)>
#map1 = affine_map<(d0)[s0] -> (-d0 + s0, 5)>
module {
  func.func @mm(%arg0: memref<?x?xf32>, %arg1: memref<?x?xf32>, %arg2: memref<?x?xf32>) {
    %c5 = arith.constant 5 : index
    %c12 = arith.constant 12 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
    %dim_0 = memref.dim %arg0, %c1 : memref<?x?xf32>
    %dim_1 = memref.dim %arg1, %c1 : memref<?x?xf32>
    scf.for %arg3 = %c0 to %dim step %c12 {
      scf.for %arg4 = %c0 to %dim_1 step %c12 {
        scf.for %arg5 = %c0 to %dim_0 step %c12 {
          %0 = affine.min #map(%arg3)[%dim]
          %1 = affine.min #map(%arg4)[%dim_1]
          %2 = affine.min #map(%arg5)[%dim_0]
          %subview = memref.subview %arg0[%arg3, %arg5] [%0, %2] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
          %subview_2 = memref.subview %arg1[%arg5, %arg4] [%2, %1] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
          %subview_3 = memref.subview %arg2[%arg3, %arg4] [%0, %1] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
          scf.for %arg6 = %c0 to %0 step %c5 {
            scf.for %arg7 = %c0 to %1 step %c5 {
              scf.for %arg8 = %c0 to %2 step %c5 {
                %3 = affine.min #map1(%arg6)[%0]
                %4 = affine.min #map1(%arg7)[%1]
                %5 = affine.min #map1(%arg8)[%dim_0]
                %subview_4 = memref.subview %subview[%arg6, %arg8] [%3, %5] [1, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
                %subview_5 = memref.subview %subview_2[%arg8, %arg7] [%5, %4] [1, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
                %subview_6 = memref.subview %subview_3[%arg6, %arg7] [%3, %4] [1, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
                linalg.matmul ins(%subview_4, %subview_5 : memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<?x?xf32, strided<[?, 1], offset: ?>>) outs(%subview_6 : memref<?x?xf32, strided<[?, 1], offset: ?>>)
              }
            }
          }
        }
      }
    }
    return
  }
}

