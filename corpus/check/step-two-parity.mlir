// why:    with step 2 from 1 the loop writes odd cells and reads even ones: no dependence, though A[i - 1] looks like distance 1
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "reverse(i)"
// expect: proved
func.func @step_two_parity(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 1 to %n step 2 {
    %a = affine.load %A[%i - 1] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
