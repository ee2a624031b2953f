func.func @silent(%n: index) {
  %B = memref.alloc() : memref<4xf32>
  %c = arith.constant 2.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %c, %B[%i] : memref<4xf32>
  }
  return
}
func.func @loud(%n: index, %A: memref<4xf32>) {
  %x = arith.constant 1.0 : f32
  affine.store %x, %A[0] : memref<4xf32>
  return
}
