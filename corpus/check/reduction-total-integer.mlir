// why:    the same sum in integers: equal in every order because they wrap, but no longer the same operations on the same operands
// run:    check --transform "interchange(i, j)"
// expect: proved-reassociated
// run:    check --transform "reverse(j)"
// expect: proved-reassociated
func.func @reduction_total_integer(%A: memref<?x?xi32>, %total: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xi32>
  %m = memref.dim %A, %c1 : memref<?x?xi32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %totalv = affine.load %total[] : memref<i32>
      %a = affine.load %A[%i, %j] : memref<?x?xi32>
      %sum = arith.addi %totalv, %a : i32
      affine.store %sum, %total[] : memref<i32>
    }
  }
  return
}
