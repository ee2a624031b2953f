func.func @sweep(%A: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %m = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %w = 2 to affine_map<()[s0, s1] -> (s0 + s1 - 1)>()[%n, %m] {
    affine.parallel (%i) = (max(1, %w - symbol(%m) + 1)) to (min(symbol(%n), %w)) {
      %x = affine.load %A[%i - 1, %w - %i] : memref<?x?xf64>
      %y = affine.load %A[%i, %w - %i - 1] : memref<?x?xf64>
      %s = arith.addf %x, %y : f64
      affine.store %s, %A[%i, %w - %i] : memref<?x?xf64>
    }
  }
  return
}
