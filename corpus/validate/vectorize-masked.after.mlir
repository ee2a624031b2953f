#map = affine_map<(d0) -> (-d0 + 6, 4)>
#map1 = affine_map<(d0) -> (-d0 + 10, 4)>
#map2 = affine_map<(d0) -> (d0 - 1)>
module {
  func.func @rsum(%arg0: tensor<6x10xf32>, %arg1: tensor<6xf32>) -> tensor<6xf32> {
    %c0 = arith.constant 0 : index
    %c0_0 = arith.constant 0 : index
    %c6 = arith.constant 6 : index
    %c10 = arith.constant 10 : index
    %c4 = arith.constant 4 : index
    %c4_1 = arith.constant 4 : index
    %0 = scf.for %arg2 = %c0 to %c6 step %c4 iter_args(%arg3 = %arg1) -> (tensor<6xf32>) {
      %1 = scf.for %arg4 = %c0_0 to %c10 step %c4_1 iter_args(%arg5 = %arg3) -> (tensor<6xf32>) {
        %c6_2 = arith.constant 6 : index
        %2 = affine.min #map(%arg2)
        %c10_3 = arith.constant 10 : index
        %3 = affine.min #map1(%arg4)
        %4 = affine.apply #map2(%2)
        %5 = affine.apply #map2(%3)
        %6 = affine.apply #map2(%2)
        %7 = affine.apply #map2(%3)
        %8 = affine.apply #map2(%2)
        %extracted_slice = tensor.extract_slice %arg0[%arg2, %arg4] [%2, %3] [1, 1] : tensor<6x10xf32> to tensor<?x?xf32>
        %extracted_slice_4 = tensor.extract_slice %arg5[%arg2] [%2] [1] : tensor<6xf32> to tensor<?xf32>
        %c0_5 = arith.constant 0 : index
        %dim = tensor.dim %extracted_slice, %c0_5 : tensor<?x?xf32>
        %c1 = arith.constant 1 : index
        %dim_6 = tensor.dim %extracted_slice, %c1 : tensor<?x?xf32>
        %c0_7 = arith.constant 0 : index
        %9 = ub.poison : f32
        %10 = vector.create_mask %dim, %dim_6 : vector<4x4xi1>
        %11 = vector.mask %10 { vector.transfer_read %extracted_slice[%c0_7, %c0_7], %9 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<4x4xf32> } : vector<4x4xi1> -> vector<4x4xf32>
        %12 = ub.poison : f32
        %13 = vector.create_mask %dim : vector<4xi1>
        %14 = vector.mask %13 { vector.transfer_read %extracted_slice_4[%c0_7], %12 {in_bounds = [true]} : tensor<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
        %15 = vector.mask %10 { vector.multi_reduction <add>, %11, %14 [1] : vector<4x4xf32> to vector<4xf32> } : vector<4x4xi1> -> vector<4xf32>
        %c0_8 = arith.constant 0 : index
        %16 = vector.mask %13 { vector.transfer_write %15, %extracted_slice_4[%c0_8] {in_bounds = [true]} : vector<4xf32>, tensor<?xf32> } : vector<4xi1> -> tensor<?xf32>
        %17 = affine.apply #map2(%2)
        %18 = affine.apply #map2(%3)
        %19 = affine.apply #map2(%2)
        %inserted_slice = tensor.insert_slice %16 into %arg5[%arg2] [%2] [1] : tensor<?xf32> into tensor<6xf32>
        scf.yield %inserted_slice : tensor<6xf32>
      }
      scf.yield %1 : tensor<6xf32>
    }
    return %0 : tensor<6xf32>
  }
}

