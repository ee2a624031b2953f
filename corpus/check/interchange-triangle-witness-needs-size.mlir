// why:    distance (1, -1) inside the triangle j < i - 1 exists only from i = 4 on, so no size below n = 5 can show the error
// run:    check --transform "interchange(i, j)"
// expect: refuted
func.func @interchange_triangle_witness_needs_size(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 2 to %n {
    affine.for %j = 0 to affine_map<(i) -> (i - 1)>(%i) {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %a1 = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %sum = arith.addf %a, %a1 : f32
      affine.store %sum, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
