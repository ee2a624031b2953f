// why:    a transform of Winograd's algorithm is its products of matrices to those who ask what is touched
// run:    map --stmt S0 --data "{ f[0, 1, 2, c] : c = 1 }"
// expect: ok
// run:    relations
// expect: ok
func.func @f(%f: tensor<2x3x3x5xf32>, %o: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<2x3x3x5xf32>) outs(%o : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %0 : tensor<6x6x5x2xf32>
}
