// why:    `mlir-opt --convert-linalg-to-std`: the declared function has the body that says what the library computes
// run:    validate %after
// expect: proved
func.func @mm(%A: memref<4x6xf32>, %B: memref<6x8xf32>, %C: memref<4x8xf32>) {
  linalg.matmul {library_call = "my_matmul"} ins(%A, %B : memref<4x6xf32>, memref<6x8xf32>) outs(%C : memref<4x8xf32>)
  return
}
