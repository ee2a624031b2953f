// why:    (1, -1) is swapped to (-1, 1), which is wrong, and reversing j then makes it (1, 1): a later step mends an earlier one
// run:    check --transform "interchange(i, j); reverse(j)"
// expect: proved
// run:    check --transform "interchange(i, j); reverse(i)"
// expect: refuted
func.func @interchange_then_reverse(%A: memref<?x?xf32>) {
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
