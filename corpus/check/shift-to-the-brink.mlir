// why:    S1 reads one iteration later, distance 1: S0 may move one back into the same iteration (it stands first), not two
// run:    check --transform "shift(S0, i, 1)"
// expect: proved
// run:    check --transform "shift(S0, i, 2)"
// expect: refuted
func.func @shift_to_the_brink(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %a1 = affine.load %A[%i] : memref<?xf32>
    %prod = arith.mulf %a, %a1 : f32
    affine.store %prod, %B[%i] : memref<?xf32>
    %b = affine.load %B[%i - 1] : memref<?xf32>
    %a2 = affine.load %A[%i] : memref<?xf32>
    %sum = arith.addf %b, %a2 : f32
    affine.store %sum, %C[%i] : memref<?xf32>
  }
  return
}
