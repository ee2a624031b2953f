// why:    a transform needs all of a window
// run:    check --transform "tile_using_for(linalg.winograd_filter_transform, d1=2)"
// expect: error
func.func @wino(%s: tensor<2x3x3x5xf32>, %d: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  %p = linalg.winograd_filter_transform fmr(F_4_3) ins(%s : tensor<2x3x3x5xf32>) outs(%d : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %p : tensor<6x6x5x2xf32>
}
