// why:    an unsigned division of a number that is assumed not to be negative rounds down, not up
// run:    validate %after --assume "n >= 0"
// expect: refuted
func.func @half(%n: index, %A: memref<?xf32>, %B: memref<?xf32>) {
  %c2 = arith.constant 2 : index
  %h = arith.divui %n, %c2 : index
  affine.for %i = 0 to %h {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}
