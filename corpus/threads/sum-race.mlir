// why:    one barrier of the sum by halves is missing: a thread reads what another one may not have written yet
// run:    validate %after
// expect: refuted
func.func @sum(%A: memref<16xi32>, %R: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %sum = affine.for %i = 0 to 16 iter_args(%s = %zero) -> (i32) {
    %a = affine.load %A[%i] : memref<16xi32>
    %t = arith.addi %s, %a : i32
    affine.yield %t : i32
  }
  affine.store %sum, %R[0] : memref<1xi32>
  return
}
