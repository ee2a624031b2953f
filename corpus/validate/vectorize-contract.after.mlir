#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @mm(%arg0: tensor<8x10xf32>, %arg1: tensor<10x12xf32>, %arg2: tensor<8x12xf32>) -> tensor<8x12xf32> {
    %0 = ub.poison : f32
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c12 = arith.constant 12 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %1 = scf.for %arg3 = %c0 to %c8 step %c2 iter_args(%arg4 = %arg2) -> (tensor<8x12xf32>) {
      %2 = scf.for %arg5 = %c0 to %c12 step %c4 iter_args(%arg6 = %arg4) -> (tensor<8x12xf32>) {
        %3 = vector.transfer_read %arg0[%arg3, %c0], %0 {in_bounds = [true, true]} : tensor<8x10xf32>, vector<2x10xf32>
        %4 = vector.transfer_read %arg1[%c0, %arg5], %0 {in_bounds = [true, true]} : tensor<10x12xf32>, vector<10x4xf32>
        %5 = vector.transfer_read %arg6[%arg3, %arg5], %0 {in_bounds = [true, true]} : tensor<8x12xf32>, vector<2x4xf32>
        %6 = vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %3, %4, %5 : vector<2x10xf32>, vector<10x4xf32> into vector<2x4xf32>
        %7 = vector.transfer_write %6, %arg6[%arg3, %arg5] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<8x12xf32>
        scf.yield %7 : tensor<8x12xf32>
      }
      scf.yield %2 : tensor<8x12xf32>
    }
    return %1 : tensor<8x12xf32>
  }
}

