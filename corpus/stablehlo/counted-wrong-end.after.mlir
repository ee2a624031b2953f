#map = affine_map<(d0) -> (d0)>
module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %c0_i32 = arith.constant 0 : i32
    %c5_i32 = arith.constant 4 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = scf.for %arg1 = %c0_i32 to %c5_i32 step %c1_i32 iter_args(%arg2 = %arg0) -> (tensor<4xf32>)  : i32 {
      %1 = tensor.empty() : tensor<4xf32>
      %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg2, %arg0 : tensor<4xf32>, tensor<4xf32>) outs(%1 : tensor<4xf32>) {
      ^bb0(%in: f32, %in_0: f32, %out: f32):
        %3 = arith.addf %in, %in_0 : f32
        linalg.yield %3 : f32
      } -> tensor<4xf32>
      scf.yield %2 : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}

