#map = affine_map<(d0)[s0] -> (-d0 + s0, 32)>
#map1 = affine_map<(d0)[s0] -> (-d0 + s0, 64)>
#map2 = affine_map<(d0)[s0] -> (-d0 + s0, 3)>
#map3 = affine_map<(d0, d1) -> (d0 + d1)>
#map4 = affine_map<(d0, d1) -> (d0 + d1 - 1)>
#map5 = affine_map<(d0)[s0] -> (-d0 + s0, 8)>
#map6 = affine_map<(d0)[s0] -> (-d0 + s0, 16)>
module {
  func.func @conv(%arg0: tensor<?x?x?x?xf32>, %arg1: tensor<?x?x?x?xf32>, %arg2: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
    %c16 = arith.constant 16 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %c32 = arith.constant 32 : index
    %c3 = arith.constant 3 : index
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?x?x?xf32>
    %dim_0 = tensor.dim %arg0, %c3 : tensor<?x?x?x?xf32>
    %dim_1 = tensor.dim %arg1, %c0 : tensor<?x?x?x?xf32>
    %dim_2 = tensor.dim %arg1, %c1 : tensor<?x?x?x?xf32>
    %dim_3 = tensor.dim %arg1, %c3 : tensor<?x?x?x?xf32>
    %dim_4 = tensor.dim %arg2, %c1 : tensor<?x?x?x?xf32>
    %dim_5 = tensor.dim %arg2, %c2 : tensor<?x?x?x?xf32>
    %0 = scf.for %arg3 = %c0 to %dim step %c1 iter_args(%arg4 = %arg2) -> (tensor<?x?x?x?xf32>) {
      %1 = scf.for %arg5 = %c0 to %dim_4 step %c32 iter_args(%arg6 = %arg4) -> (tensor<?x?x?x?xf32>) {
        %2 = scf.for %arg7 = %c0 to %dim_5 step %c32 iter_args(%arg8 = %arg6) -> (tensor<?x?x?x?xf32>) {
          %3 = scf.for %arg9 = %c0 to %dim_3 step %c64 iter_args(%arg10 = %arg8) -> (tensor<?x?x?x?xf32>) {
            %4 = scf.for %arg11 = %c0 to %dim_1 step %c3 iter_args(%arg12 = %arg10) -> (tensor<?x?x?x?xf32>) {
              %5 = scf.for %arg13 = %c0 to %dim_2 step %c3 iter_args(%arg14 = %arg12) -> (tensor<?x?x?x?xf32>) {
                %6 = scf.for %arg15 = %c0 to %dim_0 step %c32 iter_args(%arg16 = %arg14) -> (tensor<?x?x?x?xf32>) {
                  %7 = affine.min #map(%arg5)[%dim_4]
                  %8 = affine.min #map(%arg7)[%dim_5]
                  %9 = affine.min #map1(%arg9)[%dim_3]
                  %10 = affine.min #map2(%arg11)[%dim_1]
                  %11 = affine.min #map2(%arg13)[%dim_2]
                  %12 = affine.min #map(%arg15)[%dim_0]
                  %13 = affine.apply #map3(%arg5, %arg11)
                  %14 = affine.apply #map4(%7, %10)
                  %15 = affine.apply #map3(%arg7, %arg13)
                  %16 = affine.apply #map4(%8, %11)
                  %extracted_slice = tensor.extract_slice %arg0[%arg3, %13, %15, %arg15] [1, %14, %16, %12] [1, 1, 1, 1] : tensor<?x?x?x?xf32> to tensor<1x?x?x?xf32>
                  %extracted_slice_6 = tensor.extract_slice %arg1[%arg11, %arg13, %arg15, %arg9] [%10, %11, %12, %9] [1, 1, 1, 1] : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32>
                  %extracted_slice_7 = tensor.extract_slice %arg16[%arg3, %arg5, %arg7, %arg9] [1, %7, %8, %9] [1, 1, 1, 1] : tensor<?x?x?x?xf32> to tensor<1x?x?x?xf32>
                  %17 = scf.for %arg17 = %c0 to %7 step %c8 iter_args(%arg18 = %extracted_slice_7) -> (tensor<1x?x?x?xf32>) {
                    %18 = scf.for %arg19 = %c0 to %8 step %c8 iter_args(%arg20 = %arg18) -> (tensor<1x?x?x?xf32>) {
                      %19 = scf.for %arg21 = %c0 to %9 step %c16 iter_args(%arg22 = %arg20) -> (tensor<1x?x?x?xf32>) {
                        %20 = scf.for %arg23 = %c0 to %10 step %c1 iter_args(%arg24 = %arg22) -> (tensor<1x?x?x?xf32>) {
                          %21 = scf.for %arg25 = %c0 to %11 step %c1 iter_args(%arg26 = %arg24) -> (tensor<1x?x?x?xf32>) {
                            %22 = scf.for %arg27 = %c0 to %12 step %c8 iter_args(%arg28 = %arg26) -> (tensor<1x?x?x?xf32>) {
                              %23 = affine.min #map5(%arg17)[%7]
                              %24 = affine.min #map5(%arg19)[%8]
                              %25 = affine.min #map6(%arg21)[%9]
                              %26 = affine.min #map5(%arg27)[%12]
                              %27 = affine.apply #map3(%arg17, %arg23)
                              %28 = affine.apply #map3(%arg19, %arg25)
                              %extracted_slice_8 = tensor.extract_slice %extracted_slice[0, %27, %28, %arg27] [1, %23, %24, %26] [1, 1, 1, 1] : tensor<1x?x?x?xf32> to tensor<1x?x?x?xf32>
                              %extracted_slice_9 = tensor.extract_slice %extracted_slice_6[%arg23, %arg25, %arg27, %arg21] [1, 1, %26, %25] [1, 1, 1, 1] : tensor<?x?x?x?xf32> to tensor<1x1x?x?xf32>
                              %extracted_slice_10 = tensor.extract_slice %arg28[0, %arg17, %arg19, %arg21] [1, %23, %24, %25] [1, 1, 1, 1] : tensor<1x?x?x?xf32> to tensor<1x?x?x?xf32>
                              %29 = linalg.conv_2d_nhwc_hwcf ins(%extracted_slice_8, %extracted_slice_9 : tensor<1x?x?x?xf32>, tensor<1x1x?x?xf32>) outs(%extracted_slice_10 : tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
                              %inserted_slice_11 = tensor.insert_slice %29 into %arg28[0, %arg17, %arg19, %arg21] [1, %23, %24, %25] [1, 1, 1, 1] : tensor<1x?x?x?xf32> into tensor<1x?x?x?xf32>
                              scf.yield %inserted_slice_11 : tensor<1x?x?x?xf32>
                            }
                            scf.yield %22 : tensor<1x?x?x?xf32>
                          }
                          scf.yield %21 : tensor<1x?x?x?xf32>
                        }
                        scf.yield %20 : tensor<1x?x?x?xf32>
                      }
                      scf.yield %19 : tensor<1x?x?x?xf32>
                    }
                    scf.yield %18 : tensor<1x?x?x?xf32>
                  }
                  %inserted_slice = tensor.insert_slice %17 into %arg16[%arg3, %arg5, %arg7, %arg9] [1, %7, %8, %9] [1, 1, 1, 1] : tensor<1x?x?x?xf32> into tensor<?x?x?x?xf32>
                  scf.yield %inserted_slice : tensor<?x?x?x?xf32>
                }
                scf.yield %6 : tensor<?x?x?x?xf32>
              }
              scf.yield %5 : tensor<?x?x?x?xf32>
            }
            scf.yield %4 : tensor<?x?x?x?xf32>
          }
          scf.yield %3 : tensor<?x?x?x?xf32>
        }
        scf.yield %2 : tensor<?x?x?x?xf32>
      }
      scf.yield %1 : tensor<?x?x?x?xf32>
    }
    return %0 : tensor<?x?x?x?xf32>
  }
}

