// why:    a matmul on packed tiles: B is transposed outside and inside its tiles, so k is the last loop of each pair
// run:    relations
// expect: ok
func.func @mmt4d(%A: memref<2x3x8x4xf32>, %B: memref<5x3x8x4xf32>, %C: memref<2x5x8x8xf32>) {
  linalg.mmt4d ins(%A, %B : memref<2x3x8x4xf32>, memref<5x3x8x4xf32>) outs(%C : memref<2x5x8x8xf32>)
  return
}
