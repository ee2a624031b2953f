// why:    a row of 100 elements does not begin a line: with sizes given, lines of all figures are those of such rows
// run:    footprint --tile i=16,j=16 --param n=100 --param A.1=100
// expect: ok
// run:    footprint --tile i=16,j=16 --param n=100 --param A.1=104
// expect: ok
// run:    footprint --tile i=16,j=16
// expect: ok
func.func @update(%A: memref<?x?xf64>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %d = affine.load %A[%j, %j] : memref<?x?xf64>
      %a = affine.load %A[%i, %j] : memref<?x?xf64>
      %s = arith.addf %a, %d : f64
      affine.store %s, %A[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
