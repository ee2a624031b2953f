// why:    primitive operations, reshape: sizes that only a run knows have no exact model
// run:    parse
// expect: ok
func.func @reshape(%input: tensor<?x?xf32>, %output: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %reshape = linalg.reshape
      ins(%input:tensor<?x?xf32>)
      outs(%output:tensor<?x?x?xf32>)
  return %reshape : tensor<?x?x?xf32>
}
