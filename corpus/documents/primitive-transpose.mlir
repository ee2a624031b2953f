// why:    primitive operations, transpose: which loop of the input is which of the output
// run:    relations
// expect: ok
func.func @transpose(%input: tensor<16x64xf32>, %output: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %transpose = linalg.transpose
      ins(%input:tensor<16x64xf32>)
      outs(%output:tensor<64x16xf32>)
      permutation = [1, 0]
  return %transpose : tensor<64x16xf32>
}
