// why:    the subscript of the read is data, but nothing writes A: wherever it reads, iterations stay independent
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "reverse(i)"
// expect: proved
func.func @gather_reads_anywhere(%A: memref<?xf32>, %at: memref<?xindex>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %B, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %k = affine.load %at[%i] : memref<?xindex>
    %a = memref.load %A[%k] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}
