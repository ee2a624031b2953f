// why:    row sums in masked vectors of 4 by 4
// run:    validate %after
// expect: proved-reassociated
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
module {
  func.func @rsum(%arg0: tensor<6x10xf32>, %arg1: tensor<6xf32>) -> tensor<6xf32> {
    %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<6x10xf32>) outs(%arg1 : tensor<6xf32>) attrs =  {polyvet.reduce} {
    ^bb0(%in: f32, %out: f32):
      %1 = arith.addf %in, %out : f32
      linalg.yield %1 : f32
    } -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
}

