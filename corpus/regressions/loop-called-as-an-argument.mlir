// why:    the loop `%n` of the second program took the model's name of argument 0, which then got that of argument 1: a wrong pair was proved
// run:    validate %after
// expect: refuted
func.func @f(%n: index, %n_1: index, %A: memref<?xf32>, %B: memref<4xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %k = 0 to 4 {
    affine.store %one, %B[%k] : memref<4xf32>
  }
  affine.for %i = 0 to %n {
    affine.store %one, %B[0] : memref<4xf32>
  }
  affine.for %j = 0 to %n_1 {
    affine.store %one, %A[%j] : memref<?xf32>
  }
  return
}
