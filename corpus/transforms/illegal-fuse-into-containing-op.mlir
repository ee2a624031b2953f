// why:    zeros written inside a loop over the sum start it again in each tile
// run:    check --transform "t, i, k = tile_using_for(linalg.matmul, d0=4, d2=5); fuse_into_containing_op(linalg.fill, i)"
// expect: refuted
func.func @product(%A: tensor<16x10xf32>, %B: tensor<10x9xf32>, %C: tensor<16x9xf32>) -> tensor<16x9xf32> {
  %cst = arith.constant 0.0 : f32
  %init = linalg.fill ins(%cst : f32) outs(%C : tensor<16x9xf32>) -> tensor<16x9xf32>
  %0 = linalg.matmul ins(%A, %B : tensor<16x10xf32>, tensor<10x9xf32>) outs(%init : tensor<16x9xf32>) -> tensor<16x9xf32>
  return %0 : tensor<16x9xf32>
}
