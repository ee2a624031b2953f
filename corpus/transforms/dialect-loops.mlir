// why:    loops of the program itself: unrolled and jammed is fine, coalesced too
// run:    transform --script corpus/transforms/dialect-loops.mlir
// expect: ok
func.func @add(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %all = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %i, %j = transform.split_handle %all : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.loop.unroll %j {factor = 4} : !transform.any_op
    transform.yield
  }
}
