// why:    the subscripts pass through affine.apply: composed, they read A[i - 1, j + 1], distance (1, -1)
// run:    check --transform "interchange(i, j)"
// expect: refuted
// run:    check --transform "reverse(j)"
// expect: proved
#left = affine_map<(d0) -> (d0 - 1)>
#right = affine_map<(d0)[s0] -> (d0 + s0 - 2)>
func.func @affine_apply_subscript(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 1 to %n {
    affine.for %j = 0 to affine_map<()[s0] -> (s0 - 1)>()[%m] {
      %up = affine.apply #left(%i)
      %next = affine.apply #right(%j)[%c3]
      %a = affine.load %A[%up, %next] : memref<?x?xf32>
      affine.store %a, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
