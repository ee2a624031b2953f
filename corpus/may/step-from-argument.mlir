// why:    of a loop with a symbolic step every value between its bounds may be an iteration
// run:    relations
// expect: ok
// run:    relations --param step=2
// expect: ok
func.func @step_from_argument(%A: memref<?xf32>, %step: index) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %A, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %step {
    memref.store %zero, %A[%i] : memref<?xf32>
  }
  return
}
