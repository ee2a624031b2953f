// why:    a loop of step 0 would never end
// run:    parse
// expect: error
func.func @step_zero(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 step 0 {
    affine.store %x, %A[%i] : memref<16xf32>
  }
  return
}
