// why:    the factor does not fit 64 bits
// run:    check --transform "shift(S0, row, 99999999999999999999)"
// expect: error
func.func @script_number_too_large(%A: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %row = 0 to %n {
    affine.for %col = 0 to %m {
      %a = affine.load %A[%row, %col] : memref<?x?xf32>
      %double = arith.addf %a, %a : f32
      affine.store %double, %A[%row, %col] : memref<?x?xf32>
    }
  }
  return
}
