#map = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3, d5)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d2, d1, d4, d5)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>
module {
  func.func @mm(%arg0: tensor<9x10xf32>, %arg1: tensor<10x12xf32>, %arg2: tensor<9x12xf32>) -> tensor<9x12xf32> {
    %0 = tensor.empty() : tensor<5x4x2x3xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %pack = linalg.pack %arg0 padding_value(%cst : f32) inner_dims_pos = [0, 1] inner_tiles = [2, 3] into %0 : tensor<9x10xf32> -> tensor<5x4x2x3xf32>
    %1 = tensor.empty() : tensor<4x3x4x3xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %pack_1 = linalg.pack %arg1 padding_value(%cst_0 : f32) inner_dims_pos = [1, 0] inner_tiles = [4, 3] into %1 : tensor<10x12xf32> -> tensor<4x3x4x3xf32>
    %2 = tensor.empty() : tensor<5x3x2x4xf32>
    %cst_2 = arith.constant 0.000000e+00 : f32
    %pack_3 = linalg.pack %arg2 padding_value(%cst_2 : f32) inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %2 : tensor<9x12xf32> -> tensor<5x3x2x4xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel", "reduction"]} ins(%pack, %pack_1 : tensor<5x4x2x3xf32>, tensor<4x3x4x3xf32>) outs(%pack_3 : tensor<5x3x2x4xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %4 = arith.mulf %in, %in_4 : f32
      %5 = arith.addf %out, %4 : f32
      linalg.yield %5 : f32
    } -> tensor<5x3x2x4xf32>
    %unpack = linalg.unpack %3 inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %arg2 : tensor<5x3x2x4xf32> -> tensor<9x12xf32>
    return %unpack : tensor<9x12xf32>
  }
}

