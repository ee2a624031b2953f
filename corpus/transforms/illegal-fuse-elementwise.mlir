// why:    a product is not elementwise: what its user needs of it is a sum
// run:    check --transform "fuse_elementwise(S0, S1)"
// expect: error
func.func @then(%A: tensor<16x10xf32>, %B: tensor<10x9xf32>, %C: tensor<16x9xf32>) -> tensor<16x9xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<16x10xf32>, tensor<10x9xf32>) outs(%C : tensor<16x9xf32>) -> tensor<16x9xf32>
  %1 = linalg.exp ins(%0 : tensor<16x9xf32>) outs(%C : tensor<16x9xf32>) -> tensor<16x9xf32>
  return %1 : tensor<16x9xf32>
}
