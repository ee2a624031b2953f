// why:    primitive operations, broadcast: which loops are new
// run:    relations
// expect: ok
func.func @columns(%input: tensor<16xf32>, %output: tensor<64x16xf32>) -> tensor<64x16xf32> {
  %bcast = linalg.broadcast
      ins(%input:tensor<16xf32>)
      outs(%output:tensor<64x16xf32>) dimensions = [0]
  return %bcast : tensor<64x16xf32>
}
