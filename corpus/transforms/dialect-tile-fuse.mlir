// why:    a schedule of MLIR's transform dialect beside the program: tiles in a parallel loop, with the fill inside
// run:    transform --script corpus/transforms/dialect-tile-fuse.mlir
// expect: ok
// run:    check --script corpus/transforms/dialect-tile-fuse.mlir
// expect: proved
func.func @product(%A: tensor<16x10xf32>, %B: tensor<10x9xf32>, %C: tensor<16x9xf32>) -> tensor<16x9xf32> {
  %cst = arith.constant 0.0 : f32
  %init = linalg.fill ins(%cst : f32) outs(%C : tensor<16x9xf32>) -> tensor<16x9xf32>
  %0 = linalg.matmul ins(%A, %B : tensor<16x10xf32>, tensor<10x9xf32>) outs(%init : tensor<16x9xf32>) -> tensor<16x9xf32>
  return %0 : tensor<16x9xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loop = transform.structured.tile_using_forall %mm tile_sizes [4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f, %l = transform.structured.fuse_into_containing_op %fill into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %g = transform.structured.generalize %tile : (!transform.any_op) -> !transform.any_op
    %i = transform.structured.interchange %g iterator_interchange = [1, 2, 0] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
