// why:    S1 comes after S0 in the text, so a distance of 1 from S1 to S0 does not survive a shift of S1 into S0's iteration
// run:    check --transform "shift(S1, i, 1)"
// expect: refuted
// run:    check --transform "shift(S1, i, -1)"
// expect: proved
func.func @shift_tie_broken_by_text(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %two = arith.constant 2.0 : f32
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
    %a1 = affine.load %A[%i] : memref<?xf32>
    %prod = arith.mulf %two, %a1 : f32
    affine.store %prod, %A[%i] : memref<?xf32>
  }
  return
}
