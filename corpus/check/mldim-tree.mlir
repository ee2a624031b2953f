// why:    a schedule tree in the form of the rationale: both statements in tiles of rows, what is cleared before what is added
// run:    check --schedule examples/two-statements.mldim
// expect: proved
// run:    transform --schedule examples/two-statements.mldim
// expect: ok
func.func @mldim_tree(%A: memref<100x100xf32>, %B: memref<100xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 100 {
    affine.store %zero, %B[%i] : memref<100xf32>
    affine.for %j = 0 to 100 {
      %a = affine.load %A[%i, %j] : memref<100x100xf32>
      %b = affine.load %B[%i] : memref<100xf32>
      %sum = arith.addf %a, %b : f32
      affine.store %sum, %B[%i] : memref<100xf32>
    }
  }
  return
}
