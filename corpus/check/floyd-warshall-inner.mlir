// why:    within one k, row k and column k keep their values only if the diagonal is not negative, which no subscript says
// run:    check --transform "parallelize(k)"
// expect: refuted
// run:    check --transform "reverse(k)"
// expect: refuted
// run:    check --transform "parallelize(i)"
// expect: refuted
func.func @floyd_warshall_inner(%path: memref<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %path, %c0 : memref<?x?xi32>
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %pathv = affine.load %path[%i, %j] : memref<?x?xi32>
        %pathv1 = affine.load %path[%i, %k] : memref<?x?xi32>
        %pathv2 = affine.load %path[%k, %j] : memref<?x?xi32>
        %sum = arith.addi %pathv1, %pathv2 : i32
        %min = arith.minsi %pathv, %sum : i32
        affine.store %min, %path[%i, %j] : memref<?x?xi32>
      }
    }
  }
  return
}
