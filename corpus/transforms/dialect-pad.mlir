// why:    padded with 1.0 for both factors, the sums have one more for each element put in
// run:    check --script corpus/transforms/dialect-pad.mlir
// expect: refuted
func.func @product(%A: tensor<16x10xf32>, %B: tensor<10x9xf32>, %C: tensor<16x9xf32>) -> tensor<16x9xf32> {
  %0 = linalg.matmul ins(%A, %B : tensor<16x10xf32>, tensor<10x9xf32>) outs(%C : tensor<16x9xf32>) -> tensor<16x9xf32>
  return %0 : tensor<16x9xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %p, %pad, %cp = transform.structured.pad %0 pad_to_multiple_of [4] {padding_values = [1.0 : f32, 1.0 : f32, 0.0 : f32], padding_dimensions = [2]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
