// why:    what is not known of a schedule is said all at once, nothing is skipped
// run:    check --script corpus/transforms/dialect-unknown.mlir
// expect: error
func.func @product(%A: tensor<8x6xf32>, %B: tensor<6x4xf32>, %C: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<8x6xf32>, tensor<6x4xf32>) outs(%C : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %0 tile_sizes [4, 4] {scalable = true} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.apply_licm to %l#0 : !transform.any_op
    transform.yield
  }
}
