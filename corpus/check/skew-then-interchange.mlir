// why:    (1, -1) skewed by 1 is (1, 0) and may be swapped to (0, 1); skewed by 0 it stays (1, -1), which may not
// run:    check --transform "skew(j, i, 1); interchange(i, j)"
// expect: proved
// run:    check --transform "skew(j, i, 0); interchange(i, j)"
// expect: refuted
// run:    check --transform "skew(j, i, 2); interchange(i, j)"
// expect: proved
func.func @skew_then_interchange(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 1 to %n {
    affine.for %j = 0 to affine_map<()[m] -> (m - 1)>()[%m] {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %a1 = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %sum = arith.addf %a, %a1 : f32
      affine.store %sum, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
