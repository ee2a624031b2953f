// why:    S1 reads in the same iteration what S0 wrote, distance 0: S1 may move to later iterations, not to earlier ones
// run:    check --transform "shift(S1, i, 2)"
// expect: proved
// run:    check --transform "shift(S1, i, -1)"
// expect: refuted
func.func @shift_consumer_later(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %a1 = affine.load %A[%i] : memref<?xf32>
    %prod = arith.mulf %a, %a1 : f32
    affine.store %prod, %B[%i] : memref<?xf32>
    %b = affine.load %B[%i] : memref<?xf32>
    %a2 = affine.load %A[%i] : memref<?xf32>
    %sum = arith.addf %b, %a2 : f32
    affine.store %sum, %C[%i] : memref<?xf32>
  }
  return
}
