// why:    windows of tiles overlap in the image
// run:    check --transform "tile_using_for(linalg.winograd_input_transform, d2=2, d3=1, d5=2)"
// expect: proved
func.func @winoi(%s: tensor<2x10x10x5xf32>, %d: tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32> {
  %p = linalg.winograd_input_transform fmr(F_4_3) ins(%s : tensor<2x10x10x5xf32>) outs(%d : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  return %p : tensor<6x6x2x2x2x5xf32>
}
