#map = affine_map<(d0, d1) -> (d0, 0, d1)>
#map1 = affine_map<(d0, d1) -> (0, d1, d0)>
module {
  func.func @mm(%arg0: tensor<9x10xf32>, %arg1: tensor<10x12xf32>, %arg2: tensor<9x12xf32>) -> tensor<9x12xf32> {
    %c9 = arith.constant 9 : index
    %c12 = arith.constant 12 : index
    %c10 = arith.constant 10 : index
    %c0 = arith.constant 0 : index
    %0 = ub.poison : f32
    %1 = vector.transfer_read %arg0[%c0, %c0], %0 {permutation_map = #map} : tensor<9x10xf32>, vector<9x12x10xf32>
    %2 = ub.poison : f32
    %3 = vector.transfer_read %arg1[%c0, %c0], %2 {permutation_map = #map1} : tensor<10x12xf32>, vector<9x12x10xf32>
    %4 = ub.poison : f32
    %5 = vector.transfer_read %arg2[%c0, %c0], %4 : tensor<9x12xf32>, vector<9x12xf32>
    %6 = arith.mulf %1, %3 : vector<9x12x10xf32>
    %7 = vector.multi_reduction <add>, %6, %5 [2] : vector<9x12x10xf32> to vector<9x12xf32>
    %c0_0 = arith.constant 0 : index
    %8 = vector.transfer_write %7, %arg2[%c0_0, %c0_0] : vector<9x12xf32>, tensor<9x12xf32>
    return %8 : tensor<9x12xf32>
  }
}

