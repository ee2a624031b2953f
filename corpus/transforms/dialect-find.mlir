// why:    handles are found by interface and around others, renamed, merged and printed; threads are as many tiles of equal size
// run:    check --script corpus/transforms/dialect-find.mlir
// expect: proved
func.func @product(%A: tensor<16x10xf32>, %B: tensor<10x9xf32>, %C: tensor<16x9xf32>) -> tensor<16x9xf32> {
  %cst = arith.constant 0.0 : f32
  %init = linalg.fill ins(%cst : f32) outs(%C : tensor<16x9xf32>) -> tensor<16x9xf32>
  %0 = linalg.matmul ins(%A, %B : tensor<16x10xf32>, tensor<10x9xf32>) outs(%init : tensor<16x9xf32>) -> tensor<16x9xf32>
  return %0 : tensor<16x9xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %all = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %fill, %mm = transform.split_handle %all : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.print %mm {name = "found"} : !transform.any_op
    %named = transform.cast %mm : !transform.any_op to !transform.op<"linalg.matmul">
    %tile, %loop = transform.structured.tile_using_forall %named num_threads [3, 2]
      : (!transform.op<"linalg.matmul">) -> (!transform.op<"linalg.matmul">,
      !transform.op<"scf.forall">)
    %around = transform.get_parent_op %tile {op_name = "scf.forall"} : (!transform.op<"linalg.matmul">) -> !transform.any_op
    %f, %l = transform.structured.fuse_into_containing_op %fill into %around : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %func = transform.get_parent_op %loop {isolated_from_above} : (!transform.op<"scf.forall">) -> !transform.any_op
    %same = transform.cast %tile : !transform.op<"linalg.matmul"> to !transform.any_op
    %left = transform.structured.match ops{["linalg.matmul"]} in %func : (!transform.any_op) -> !transform.any_op
    %both = transform.merge_handles deduplicate %left, %same : !transform.any_op
    %g = transform.structured.generalize %both : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
