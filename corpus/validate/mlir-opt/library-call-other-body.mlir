// why:    `mlir-opt --convert-linalg-to-std`: the declared function has the body that says what the library computes, which is another product
// run:    validate %after
// expect: refuted
func.func @mm(%A: memref<4x6xf32>, %B: memref<6x8xf32>, %C: memref<4x8xf32>) {
  linalg.matmul {library_call = "my_matmul"} ins(%A, %B : memref<4x6xf32>, memref<6x8xf32>) outs(%C : memref<4x8xf32>)
  return
}
