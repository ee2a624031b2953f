// why:    seven loops at two levels of tiles that do not divide their extents: their order is decided one dimension at a time
// run:    check --transform "tile_using_for(S0, d1=2, d2=2, d3=3, d6=3); tile_using_for(linalg.conv_2d_nhwc_hwcf, d3=2, d6=2)"
// expect: proved-reassociated
// run:    check --transform "tile(S0, d0=1, d1=2, d2=2, d3=3:2, d4=1, d5=1, d6=3:2); parallelize(d1_t)"
// expect: proved
// run:    check --transform "tile(S0, d0=1, d1=2, d2=2, d3=3:2, d4=1, d5=1, d6=3:2); parallelize(d6_t)"
// expect: refuted
func.func @conv(%I: tensor<1x5x5x5xf32>, %F: tensor<3x3x5x4xf32>, %O: tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%I, %F : tensor<1x5x5x5xf32>, tensor<3x3x5x4xf32>)
      outs(%O : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  return %r : tensor<1x3x3x4xf32>
}
