// why:    distance 8 needs nine iterations to exist: from 8 to 16 the loop is parallel, from 8 to 17 it is not
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "parallelize(i_1)"
// expect: refuted
func.func @parallel_distance_equals_trip(%A: memref<16xf32>, %B: memref<17xf32>) {
  affine.for %i = 8 to 16 {
    %a = affine.load %A[%i - 8] : memref<16xf32>
    affine.store %a, %A[%i] : memref<16xf32>
  }
  affine.for %i = 8 to 17 {
    %b = affine.load %B[%i - 8] : memref<17xf32>
    affine.store %b, %B[%i] : memref<17xf32>
  }
  return
}
