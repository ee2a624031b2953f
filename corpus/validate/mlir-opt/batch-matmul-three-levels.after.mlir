#map = affine_map<(d0)[s0] -> (-d0 + s0, 8)>
#map1 = affine_map<(d0)[s0] -> (-d0 + s0, 256)>
#map2 = affine_map<(d0)[s0] -> (-d0 + s0, 4)>
#map3 = affine_map<(d0)[s0] -> (-d0 + s0, 64)>
module {
  func.func @bmm(%arg0: tensor<?x?x?xf32>, %arg1: tensor<?x?x?xf32>, %arg2: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
    %c64 = arith.constant 64 : index
    %c4 = arith.constant 4 : index
    %c256 = arith.constant 256 : index
    %c8 = arith.constant 8 : index
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?x?xf32>
    %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?x?xf32>
    %dim_1 = tensor.dim %arg0, %c2 : tensor<?x?x?xf32>
    %dim_2 = tensor.dim %arg1, %c2 : tensor<?x?x?xf32>
    %0 = scf.for %arg3 = %c0 to %dim step %c8 iter_args(%arg4 = %arg2) -> (tensor<?x?x?xf32>) {
      %1 = scf.for %arg5 = %c0 to %dim_0 step %c256 iter_args(%arg6 = %arg4) -> (tensor<?x?x?xf32>) {
        %2 = scf.for %arg7 = %c0 to %dim_2 step %c256 iter_args(%arg8 = %arg6) -> (tensor<?x?x?xf32>) {
          %3 = scf.for %arg9 = %c0 to %dim_1 step %c256 iter_args(%arg10 = %arg8) -> (tensor<?x?x?xf32>) {
            %4 = affine.min #map(%arg3)[%dim]
            %5 = affine.min #map1(%arg5)[%dim_0]
            %6 = affine.min #map1(%arg7)[%dim_2]
            %7 = affine.min #map1(%arg9)[%dim_1]
            %extracted_slice = tensor.extract_slice %arg0[%arg3, %arg5, %arg9] [%4, %5, %7] [1, 1, 1] : tensor<?x?x?xf32> to tensor<?x?x?xf32>
            %extracted_slice_3 = tensor.extract_slice %arg1[%arg3, %arg9, %arg7] [%4, %7, %6] [1, 1, 1] : tensor<?x?x?xf32> to tensor<?x?x?xf32>
            %extracted_slice_4 = tensor.extract_slice %arg10[%arg3, %arg5, %arg7] [%4, %5, %6] [1, 1, 1] : tensor<?x?x?xf32> to tensor<?x?x?xf32>
            %8 = scf.for %arg11 = %c0 to %4 step %c4 iter_args(%arg12 = %extracted_slice_4) -> (tensor<?x?x?xf32>) {
              %9 = scf.for %arg13 = %c0 to %5 step %c64 iter_args(%arg14 = %arg12) -> (tensor<?x?x?xf32>) {
                %10 = scf.for %arg15 = %c0 to %6 step %c64 iter_args(%arg16 = %arg14) -> (tensor<?x?x?xf32>) {
                  %11 = scf.for %arg17 = %c0 to %7 step %c64 iter_args(%arg18 = %arg16) -> (tensor<?x?x?xf32>) {
                    %12 = affine.min #map2(%arg11)[%4]
                    %13 = affine.min #map3(%arg13)[%5]
                    %14 = affine.min #map3(%arg15)[%6]
                    %15 = affine.min #map3(%arg17)[%7]
                    %extracted_slice_5 = tensor.extract_slice %extracted_slice[%arg11, %arg13, %arg17] [%12, %13, %15] [1, 1, 1] : tensor<?x?x?xf32> to tensor<?x?x?xf32>
                    %extracted_slice_6 = tensor.extract_slice %extracted_slice_3[%arg11, %arg17, %arg15] [%12, %15, %14] [1, 1, 1] : tensor<?x?x?xf32> to tensor<?x?x?xf32>
                    %extracted_slice_7 = tensor.extract_slice %arg18[%arg11, %arg13, %arg15] [%12, %13, %14] [1, 1, 1] : tensor<?x?x?xf32> to tensor<?x?x?xf32>
                    %16 = scf.for %arg19 = %c0 to %12 step %c1 iter_args(%arg20 = %extracted_slice_7) -> (tensor<?x?x?xf32>) {
                      %17 = scf.for %arg21 = %c0 to %13 step %c8 iter_args(%arg22 = %arg20) -> (tensor<?x?x?xf32>) {
                        %18 = scf.for %arg23 = %c0 to %14 step %c8 iter_args(%arg24 = %arg22) -> (tensor<?x?x?xf32>) {
                          %19 = scf.for %arg25 = %c0 to %15 step %c8 iter_args(%arg26 = %arg24) -> (tensor<?x?x?xf32>) {
                            %20 = affine.min #map(%arg21)[%13]
                            %21 = affine.min #map(%arg23)[%14]
                            %22 = affine.min #map(%arg25)[%15]
                            %extracted_slice_9 = tensor.extract_slice %extracted_slice_5[%arg19, %arg21, %arg25] [1, %20, %22] [1, 1, 1] : tensor<?x?x?xf32> to tensor<1x?x?xf32>
                            %extracted_slice_10 = tensor.extract_slice %extracted_slice_6[%arg19, %arg25, %arg23] [1, %22, %21] [1, 1, 1] : tensor<?x?x?xf32> to tensor<1x?x?xf32>
                            %extracted_slice_11 = tensor.extract_slice %arg26[%arg19, %arg21, %arg23] [1, %20, %21] [1, 1, 1] : tensor<?x?x?xf32> to tensor<1x?x?xf32>
                            %23 = linalg.batch_matmul ins(%extracted_slice_9, %extracted_slice_10 : tensor<1x?x?xf32>, tensor<1x?x?xf32>) outs(%extracted_slice_11 : tensor<1x?x?xf32>) -> tensor<1x?x?xf32>
                            %inserted_slice_12 = tensor.insert_slice %23 into %arg26[%arg19, %arg21, %arg23] [1, %20, %21] [1, 1, 1] : tensor<1x?x?xf32> into tensor<?x?x?xf32>
                            scf.yield %inserted_slice_12 : tensor<?x?x?xf32>
                          }
                          scf.yield %19 : tensor<?x?x?xf32>
                        }
                        scf.yield %18 : tensor<?x?x?xf32>
                      }
                      scf.yield %17 : tensor<?x?x?xf32>
                    }
                    %inserted_slice_8 = tensor.insert_slice %16 into %arg18[%arg11, %arg13, %arg15] [%12, %13, %14] [1, 1, 1] : tensor<?x?x?xf32> into tensor<?x?x?xf32>
                    scf.yield %inserted_slice_8 : tensor<?x?x?xf32>
                  }
                  scf.yield %11 : tensor<?x?x?xf32>
                }
                scf.yield %10 : tensor<?x?x?xf32>
              }
              scf.yield %9 : tensor<?x?x?xf32>
            }
            %inserted_slice = tensor.insert_slice %8 into %arg10[%arg3, %arg5, %arg7] [%4, %5, %6] [1, 1, 1] : tensor<?x?x?xf32> into tensor<?x?x?xf32>
            scf.yield %inserted_slice : tensor<?x?x?xf32>
          }
          scf.yield %3 : tensor<?x?x?xf32>
        }
        scf.yield %2 : tensor<?x?x?xf32>
      }
      scf.yield %1 : tensor<?x?x?xf32>
    }
    return %0 : tensor<?x?x?xf32>
  }
}

