func.func @shift(%A: memref<?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    %a = affine.load %A[-%i + symbol(%n) - 1] : memref<?xf32>
    affine.store %a, %A[-%i + symbol(%n)] : memref<?xf32>
  }
  return
}
