// polyvet: assume n <= 0
func.func @store(%A: memref<4xf32>, %n: index) {
  %c = arith.constant 2.0 : f32
  affine.for %i = 0 to %n {
    affine.store %c, %A[%i] : memref<4xf32>
  }
  return
}
