// why:    a promise that nothing is infinite, in a loop that runs as columns
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<4xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 4 {
    %s = arith.addf %x, %y : f32
    affine.store %s, %A[%i] : memref<4xf32>
  }
  return
}
