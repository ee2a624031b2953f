func.func private @pw_sub(memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>)
func.func @f(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  func.call @pw_sub(%B, %A, %C) : (memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) -> ()
  return
}
