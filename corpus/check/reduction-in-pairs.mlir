// why:    two iterations share each cell of B (floordiv): sums of two terms, in either order the same two
// run:    check --transform "reverse(i)"
// expect: proved-reassociated
// run:    check --transform "parallelize(i)"
// expect: refuted
func.func @reduction_in_pairs(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %b = affine.load %B[%i floordiv 2] : memref<?xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    %sum = arith.addf %b, %a : f32
    affine.store %sum, %B[%i floordiv 2] : memref<?xf32>
  }
  return
}
