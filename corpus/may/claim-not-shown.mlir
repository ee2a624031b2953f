// why:    nothing is known of the call, so no dependence is sure: the claim of the loop is not shown, and not wrong either
// run:    relations
// expect: ok
func.func private @touch(memref<?xf32>, index)
func.func @each(%A: memref<?xf32>, %n: index) {
  affine.parallel (%i) = (0) to (%n) {
    func.call @touch(%A, %i) : (memref<?xf32>, index) -> ()
  }
  return
}
