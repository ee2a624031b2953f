// script: pad(linalg.conv_1d, d0=4)
func.func @random(%I: memref<?xf32>, %W: memref<?xf32>, %O: memref<?xf32>) {
  linalg.conv_1d ins(%I, %W : memref<?xf32>, memref<?xf32>) outs(%O : memref<?xf32>)
  return
}
