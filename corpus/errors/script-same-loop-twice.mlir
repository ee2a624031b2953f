// why:    a loop cannot be exchanged with itself, skewed by itself or tiled twice in one step
// run:    check --transform "interchange(row, row)"
// expect: error
// run:    check --transform "skew(row, row, 1)"
// expect: error
// run:    check --transform "tile(row=4, row=8)"
// expect: error
func.func @script_same_loop_twice(%A: memref<?x?xf32>) {
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
