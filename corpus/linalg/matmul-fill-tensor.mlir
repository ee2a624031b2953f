// why:    empty, fill and matmul on tensors: each result is an array of its own, the product starts from what fill left
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "tile(S1, d0=4, d1=4)"
// expect: proved
// run:    check --transform "interchange(S1, d1, d2)"
// expect: proved
func.func @matmul_fill_tensor(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %A, %c0 : tensor<?x?xf32>
  %m = tensor.dim %B, %c1 : tensor<?x?xf32>
  %empty = tensor.empty(%n, %m) : tensor<?x?xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %product = linalg.matmul ins(%A, %B : tensor<?x?xf32>, tensor<?x?xf32>) outs(%start : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %product : tensor<?x?xf32>
}
