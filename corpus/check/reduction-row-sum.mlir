// why:    one sum per row, distance (0, +): swapped it is (+, 0) and each row still adds from left to right
// run:    check --transform "interchange(i, j)"
// expect: proved
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "parallelize(j)"
// expect: refuted
// run:    check --transform "reverse(j)"
// expect: proved-reassociated
func.func @reduction_row_sum(%A: memref<?x?xf32>, %sum: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %sumv = affine.load %sum[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %sumv1 = arith.addf %sumv, %a : f32
      affine.store %sumv1, %sum[%i] : memref<?xf32>
    }
  }
  return
}
