// why:    A[i - 2] with step 2 is the iteration before: distance 1 in iterations, 2 in the value of i
// run:    check --transform "parallelize(i)"
// expect: refuted
// run:    check --transform "reverse(i)"
// expect: refuted
// run:    check --transform "tile(i=4)"
// expect: proved
func.func @step_two_neighbour(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 2 to %n step 2 {
    %a = affine.load %A[%i - 2] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
