// why:    `A_0` is an argument here, `A.0` the extent of `A`; names were replaced in the text, so one caught the other
// run:    validate %after --assume "A_0 <= 2"
// expect: proved
// run:    validate %after --assume "%A_0 <= 2"
// expect: proved
// run:    validate %after --assume "A.0 <= 2"
// expect: refuted
// run:    validate %after --param A_0=2
// expect: proved
// run:    validate %after --param A.0=2
// expect: refuted
// run:    validate %after --assume "q <= 2"
// expect: error
func.func @count(%A: memref<?xi32>, %A_0: index) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %A_0 {
    %a = affine.load %A[0] : memref<?xi32>
    %b = arith.addi %a, %one : i32
    affine.store %b, %A[0] : memref<?xi32>
  }
  return
}
