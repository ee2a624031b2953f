// why:    tiles of two operands in buffers of their own; iterations that run at the same time would share one
// run:    transform --transform "tile(i=8,j=8,k=4); data_copy(j_t, C); data_copy(k_t, A, B)"
// expect: ok
// run:    check --transform "parallelize(i); data_copy(j, B)"
// expect: error
// run:    check --transform "data_copy(j, B); parallelize(i)"
// expect: refuted
// run:    check --transform "data_copy(i, D)"
// expect: error
// run:    check --transform "data_copy(l, A)"
// expect: error
func.func @product(%A: memref<16x12xf32>, %B: memref<12x16xf32>, %C: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 12 {
        %a = affine.load %A[%i, %k] : memref<16x12xf32>
        %b = affine.load %B[%k, %j] : memref<12x16xf32>
        %c = affine.load %C[%i, %j] : memref<16x16xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<16x16xf32>
      }
    }
  }
  return
}
