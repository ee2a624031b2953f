// why:    the input is parallel over rows and serial along them, distance (0, 1): rows in any order, cells in theirs
// run:    check --transform "reverse(i)"
// expect: proved
// run:    check --transform "reverse(j)"
// expect: refuted
// run:    check --transform "parallelize(j)"
// expect: refuted
func.func @affine_parallel_rows(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.parallel (%i) = (0) to (symbol(%n)) {
    affine.for %j = 1 to %m {
      %old = affine.load %A[%i, %j] : memref<?x?xf32>
      %left = affine.load %A[%i, %j - 1] : memref<?x?xf32>
      %sum = arith.addf %old, %left : f32
      affine.store %sum, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
