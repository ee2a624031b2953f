// why:    each tile gives its part of the image
// run:    check --transform "tile_using_forall(linalg.winograd_output_transform, d2=1, d5=2)"
// expect: proved
func.func @winoo(%s: tensor<6x6x2x2x2x5xf32>, %d: tensor<2x8x8x5xf32>) -> tensor<2x8x8x5xf32> {
  %p = linalg.winograd_output_transform fmr(F_4_3) ins(%s : tensor<6x6x2x2x2x5xf32>) outs(%d : tensor<2x8x8x5xf32>) -> tensor<2x8x8x5xf32>
  return %p : tensor<2x8x8x5xf32>
}
