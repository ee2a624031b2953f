// why:    a chain of what else a schedule says: pack, split a reduction, vectorize
// run:    transform --allow reassoc --script corpus/transforms/dialect-rest.mlir
// expect: ok
// run:    check --script corpus/transforms/dialect-rest.mlir
// expect: proved-reassociated
func.func @product(%A: tensor<8x6xf32>, %B: tensor<6x4xf32>, %C: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<8x6xf32>, tensor<6x4xf32>) outs(%C : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // The reduction in two accumulators, then each half on vectors.
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.pack %0 packed_sizes = [4, 0, 0] : (!transform.any_op) -> (!transform.op<"linalg.generic">)
    %init, %fill, %split, %combine = transform.structured.split_reduction %1 {split_factor = 2, insert_split_dimension = 0} : (!transform.op<"linalg.generic">) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %split : !transform.any_op
    transform.yield
  }
}
