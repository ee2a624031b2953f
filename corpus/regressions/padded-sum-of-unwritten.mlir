// why:    A product over nothing leaves elements that were never written; padded with zeros it adds to them. It was proved, and a run said otherwise.
// run:    validate %after
// expect: refuted
func.func @f(%n: index) -> tensor<2x2xf32> {
  %a = tensor.empty(%n) : tensor<2x?xf32>
  %b = tensor.empty(%n) : tensor<?x2xf32>
  %c = tensor.empty() : tensor<2x2xf32>
  %r = linalg.matmul ins(%a, %b : tensor<2x?xf32>, tensor<?x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
