// why:    both statements read what the other wrote one t earlier, distance (1, -1): t carries it, so shifts along i are harmless
// run:    check --transform "shift(S1, i, 3)"
// expect: proved
// run:    check --transform "shift(S0, i, 2); shift(S1, i, -3)"
// expect: proved
// run:    check --transform "shift(S1, t, -1)"
// expect: refuted
func.func @shift_carried_outside(%A: memref<?x?xf32>, %B: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = memref.dim %A, %c0 : memref<?x?xf32>
  %n = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %t = 1 to %steps {
    affine.for %i = 0 to affine_map<()[n] -> (n - 1)>()[%n] {
      %a = affine.load %A[%t - 1, %i + 1] : memref<?x?xf32>
      affine.store %a, %B[%t, %i] : memref<?x?xf32>
      %a1 = affine.load %A[%t, %i] : memref<?x?xf32>
      %b = affine.load %B[%t - 1, %i + 1] : memref<?x?xf32>
      %sum = arith.addf %a1, %b : f32
      affine.store %sum, %A[%t, %i] : memref<?x?xf32>
    }
  }
  return
}
