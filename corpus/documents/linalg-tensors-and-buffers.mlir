// why:    Linalg document, tensors and buffers: operands of both kinds; what a new tensor starts from was called `init`
// run:    relations
// expect: ok
func.func @into_buffer(%a: memref<?x?xf32>, %b: tensor<?x?xf32>, %c: memref<?x?xf32>) {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, tensor<?x?xf32>)
               outs(%c : memref<?x?xf32>)
  return
}

func.func @into_tensor(%a: tensor<?x?xf32>, %b: memref<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<?x?xf32>, memref<?x?xf32>)
                    init(%c : tensor<?x?xf32>)
                      -> tensor<?x?xf32>
  return %d : tensor<?x?xf32>
}
