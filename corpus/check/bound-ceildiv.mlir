// why:    half of the cells, rounded up, are fetched from the far end: war meets the writer only in the middle cell, which is itself
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "reverse(i)"
// expect: proved
func.func @bound_ceildiv(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to affine_map<()[n] -> (n ceildiv 2)>()[%n] {
    %a = affine.load %A[symbol(%n) - 1 - %i] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
