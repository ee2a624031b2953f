// why:    step 3 up to n, which 3 need not divide: the last iteration still writes its own three cells and no others
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "shift(S2, i, -1)"
// expect: proved
func.func @step_three_uneven_end(%n: index, %A: memref<?xf32>, %B: memref<?xf32>) {
  affine.for %i = 0 to %n step 3 {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
    %a1 = affine.load %A[%i + 1] : memref<?xf32>
    affine.store %a1, %B[%i + 1] : memref<?xf32>
    %a2 = affine.load %A[%i + 2] : memref<?xf32>
    affine.store %a2, %B[%i + 2] : memref<?xf32>
  }
  return
}
