// why:    the inner sizes of a product are 5 and 6: no loop range fits both operands
// run:    parse
// expect: error
func.func @linalg_shapes_disagree(%A: memref<4x5xf32>, %B: memref<6x4xf32>, %C: memref<4x4xf32>) {
  linalg.matmul ins(%A, %B : memref<4x5xf32>, memref<6x4xf32>) outs(%C : memref<4x4xf32>)
  return
}
