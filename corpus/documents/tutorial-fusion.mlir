// why:    tutorial, fusion: each tile of the squares computes the tile of the product that it needs
// run:    relations
// expect: ok
// run:    validate corpus/documents/tutorial-fusion.after.mlir
// expect: proved
func.func @squares(%lhs: tensor<8x10xf32>, %rhs: tensor<10x16xf32>, %init: tensor<8x16xf32>, %out: tensor<8x16xf32>)
    -> tensor<8x16xf32> {
  %matmul = linalg.matmul ins(%lhs, %rhs : tensor<8x10xf32>, tensor<10x16xf32>)
                          outs(%init : tensor<8x16xf32>) -> tensor<8x16xf32>
  %squares = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>,
                     affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%matmul : tensor<8x16xf32>)
    outs(%out : tensor<8x16xf32>) {
  ^bb0(%in: f32, %old: f32):
    %0 = arith.mulf %in, %in : f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  return %squares : tensor<8x16xf32>
}
