func.func @f(%x: index, %y: index, %A: memref<?xf32>, %B: memref<4xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %n = 0 to 4 {
    affine.store %one, %B[%n] : memref<4xf32>
  }
  affine.for %j = 0 to %x {
    affine.store %one, %A[%j] : memref<?xf32>
  }
  return
}
