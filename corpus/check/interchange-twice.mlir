// why:    distance (1, -1) is broken by the first swap and mended by the second: only the final order counts
// run:    check --transform "interchange(i, j); interchange(j, i)"
// expect: proved
// run:    check --transform "interchange(i, j); interchange(j, i); interchange(i, j)"
// expect: refuted
func.func @interchange_twice(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 1 to %n {
    affine.for %j = 0 to affine_map<()[m] -> (m - 1)>()[%m] {
      %a = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
