// why:    as dialect-find.mlir, but the threads share the reduction, so that they all write the same elements
// run:    check --script corpus/transforms/dialect-threads-reduce.mlir
// expect: refuted
func.func @product(%A: tensor<16x10xf32>, %B: tensor<10x9xf32>, %C: tensor<16x9xf32>) -> tensor<16x9xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<16x10xf32>, tensor<10x9xf32>) outs(%C : tensor<16x9xf32>) -> tensor<16x9xf32>
  return %0 : tensor<16x9xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %mm = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %loop = transform.structured.tile_using_forall %mm num_threads [0, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
