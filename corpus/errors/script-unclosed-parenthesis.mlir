// why:    the step is not closed before the end of the script, or before the next step
// run:    check --transform "interchange(row, col"
// expect: error
// run:    check --transform "interchange(row, col; reverse(row)"
// expect: error
func.func @script_unclosed_parenthesis(%A: memref<?x?xf32>) {
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
