// why:    S0 is not inside the loop j
// run:    check --transform "shift(S0, j, 1)"
// expect: error
func.func @script_shift_statement_outside_loop(%A: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.store %zero, %y[%i] : memref<?xf32>
    affine.for %j = 0 to %m {
      %y0 = affine.load %y[%i] : memref<?xf32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %x0 = affine.load %x[%j] : memref<?xf32>
      %product = arith.mulf %a, %x0 : f32
      %sum = arith.addf %y0, %product : f32
      affine.store %sum, %y[%i] : memref<?xf32>
    }
  }
  return
}
