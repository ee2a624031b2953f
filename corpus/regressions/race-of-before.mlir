// why:    the first program races already: what it computes is not said, so another order of it is no fault
// run:    validate %after
// expect: unknown
func.func @prefix(%A: memref<6xf64>) {
  affine.parallel (%i) = (1) to (6) {
    %a = affine.load %A[%i - 1] : memref<6xf64>
    %b = affine.load %A[%i] : memref<6xf64>
    %s = arith.addf %a, %b : f64
    affine.store %s, %A[%i] : memref<6xf64>
  }
  return
}
