// why:    the pairs that the script breaks are a union with a hidden empty part: isl's lexmin fails on it and its minimum is wrong
// run:    check --transform "skew(j, i, -1); tile(i=2, j=3); reverse(j_t)"
// expect: refuted
func.func @smallest_witness(%n: index, %A: memref<?x?xf64>, %B: memref<f64>, %C: memref<1xf64>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to %n {
      %t1 = affine.load %A[%i, %i] : memref<?x?xf64>
      %t2 = affine.load %A[%j + 1, %j] : memref<?x?xf64>
      %t3 = arith.mulf %t1, %t2 : f64
      affine.store %t3, %B[] : memref<f64>
      %t4 = arith.index_cast %i : index to i64
      %t5 = arith.sitofp %t4 : i64 to f64
      affine.store %t5, %A[%i + 2, %j] : memref<?x?xf64>
    }
  }
  return
}
