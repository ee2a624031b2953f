func.func @prefix(%A: memref<6xf64>) {
  affine.for %i = 1 to 6 {
    %a = affine.load %A[-%i + 5] : memref<6xf64>
    %b = affine.load %A[-%i + 6] : memref<6xf64>
    %s = arith.addf %a, %b : f64
    affine.store %s, %A[-%i + 6] : memref<6xf64>
  }
  return
}
