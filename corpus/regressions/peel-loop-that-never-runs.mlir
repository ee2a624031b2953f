// why:    the loop over k has a place in the schedule but no iterations, so there is nothing to take apart; isl failed on a sequence of nothing
// run:    check --transform "peel(S0, k, 0)"
// expect: proved
// run:    check --transform "unroll(S0, k, 2); split(S0, k, 1)"
// expect: proved
func.func @idle(%A: memref<8xf64>, %B: memref<8xf64>) {
  affine.for %i = 0 to 3 {
    affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 1 {
      %a = affine.load %A[%k] : memref<8xf64>
      affine.store %a, %B[%k] : memref<8xf64>
    }
    %b = affine.load %A[%i] : memref<8xf64>
    affine.store %b, %B[%i] : memref<8xf64>
  }
  return
}
