func.func private @pw_sub(memref<4x4xf32>, memref<4x4xf32>, memref<4x4xf32>)
func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %C: memref<4x4xf32>) {
  func.call @pw_sub(%A, %B, %C) : (memref<4x4xf32>, memref<4x4xf32>, memref<4x4xf32>) -> ()
  return
}
