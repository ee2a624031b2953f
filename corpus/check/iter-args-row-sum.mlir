// why:    the sum travels in an iter_args value instead of a cell: each row has its own, along j it is a chain, distance 1
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "reverse(i)"
// expect: proved
// run:    check --transform "parallelize(j)"
// expect: refuted
// run:    check --transform "reverse(j)"
// expect: proved-reassociated
func.func @iter_args_row_sum(%A: memref<?x?xf32>, %sum: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    %total = affine.for %j = 0 to %m iter_args(%acc = %zero) -> (f32) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %next = arith.addf %acc, %a : f32
      affine.yield %next : f32
    }
    affine.store %total, %sum[%i] : memref<?xf32>
  }
  return
}
