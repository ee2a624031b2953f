func.func @f(%A: memref<4xf32>, %n: index, %B: memref<4xf32>, %C: memref<?xf32>) -> f32 {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    %0 = affine.load %A[%i] : memref<4xf32>
    %1 = arith.addf %0, %c : f32
    affine.store %1, %B[%i] : memref<4xf32>
  }
  %D = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %c, %D[%i] : memref<?xf32>
  }
  memref.copy %D, %C : memref<?xf32> to memref<?xf32>
  %d = arith.constant 2.0 : f32
  return %d : f32
}
