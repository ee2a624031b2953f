// Two iterations write one element: nobody knows which value stays.
func.func @sums(%A: memref<4xf32>, %C: memref<2xf32>) {
  affine.parallel (%i) = (0) to (4) {
    %a = affine.load %A[%i] : memref<4xf32>
    affine.store %a, %C[%i floordiv 2] : memref<2xf32>
  }
  return
}
