// why:    two iterations of this run write one element: their order counts, whatever the others do
// run:    check --trace %trace --transform "reverse(i)"
// expect: unknown
// run:    check --trace %trace --transform "parallelize(i)"
// expect: unknown
// run:    check --trace %trace --transform "tile(i=2)"
// expect: proved
func.func @hist(%at: memref<?xindex>, %H: memref<?xf32>, %w: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %at, %c0 : memref<?xindex>
  affine.for %i = 0 to %n {
    %k = affine.load %at[%i] : memref<?xindex>
    %a = affine.load %w[%i] : memref<?xf32>
    memref.store %a, %H[%k] : memref<?xf32>
  }
  return
}
