// why:    packed, one operand of it in another order, packings as what they do, and a padding as an insertion
// run:    transform --script corpus/transforms/dialect-packing.mlir
// expect: ok
// run:    check --script corpus/transforms/dialect-packing.mlir
// expect: proved
func.func @packing(%A: tensor<16x8xf32>, %B: tensor<8x12xf32>, %C: tensor<16x12xf32>) -> tensor<16x14xf32> {
  %cst = arith.constant 0.0 : f32
  %0 = linalg.matmul ins(%A, %B : tensor<16x8xf32>, tensor<8x12xf32>) outs(%C : tensor<16x12xf32>) -> tensor<16x12xf32>
  %1 = tensor.pad %0 low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %cst : f32
  } : tensor<16x12xf32> to tensor<16x14xf32>
  return %1 : tensor<16x14xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.pack %0 packed_sizes = [4, 4, 2] : (!transform.any_op) -> (!transform.op<"linalg.generic">)
    %2 = transform.get_producer_of_operand %1[1] : (!transform.op<"linalg.generic">) -> (!transform.op<"linalg.pack">)
    %3, %4, %5 = transform.structured.pack_transpose %2 with_compute_op(%1) outer_perm = [1, 0] inner_perm = [1, 0] : (!transform.op<"linalg.pack">, !transform.op<"linalg.generic">) -> (!transform.op<"linalg.generic">, !transform.op<"linalg.pack">, !transform.any_op)
    %pad, %expand, %transpose = transform.structured.lower_pack %4 : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    %6 = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.unpack">
    %empty, %back, %collapse, %slice = transform.structured.lower_unpack %6 : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    %7 = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    %8 = transform.structured.rewrite_in_destination_passing_style %7 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
