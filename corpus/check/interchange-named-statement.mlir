// why:    two nests use the names i and j; S0 has distance (1, 1), S1 has (1, -1), so only the nest of S0 may be swapped
// run:    check --transform "interchange(S0, i, j)"
// expect: proved
// run:    check --transform "interchange(S1, i_1, j_1)"
// expect: refuted
func.func @interchange_named_statement(%A: memref<?x?xf32>, %B: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 1 to %n {
    affine.for %j = 1 to %m {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %a1 = affine.load %A[%i - 1, %j - 1] : memref<?x?xf32>
      %sum = arith.addf %a, %a1 : f32
      affine.store %sum, %A[%i, %j] : memref<?x?xf32>
    }
  }
  affine.for %i = 1 to %n {
    affine.for %j = 0 to affine_map<()[m] -> (m - 1)>()[%m] {
      %b = affine.load %B[%i, %j] : memref<?x?xf32>
      %b1 = affine.load %B[%i - 1, %j + 1] : memref<?x?xf32>
      %sum = arith.addf %b, %b1 : f32
      affine.store %sum, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
