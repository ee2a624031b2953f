// why:    only a war dependence, distance (1, -1): the cell is read one row before it is overwritten, and the swap overwrites first
// run:    check --transform "interchange(i, j)"
// expect: refuted
func.func @interchange_anti_dependence(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to affine_map<()[n] -> (n - 1)>()[%n] {
    affine.for %j = 1 to %m {
      %a = affine.load %A[%i + 1, %j - 1] : memref<?x?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
