// why:    the subscript of the write is data: two iterations may or may not hit one cell, which the program does not say
// run:    check --transform "reverse(i)"
// expect: unknown
// run:    check --transform "parallelize(i)"
// expect: unknown
// run:    check --transform "tile(i=4)"
// expect: proved
func.func @scatter_writes_anywhere(%A: memref<?xf32>, %at: memref<?xindex>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %k = affine.load %at[%i] : memref<?xindex>
    %a = affine.load %A[%i] : memref<?xf32>
    memref.store %a, %B[%k] : memref<?xf32>
  }
  return
}
