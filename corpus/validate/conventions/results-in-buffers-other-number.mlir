// why:    the number that is left over is another one
// run:    validate %after
// expect: unknown
func.func @f(%A: memref<4xf32>, %n: index) -> (memref<4xf32>, f32, memref<?xf32>) {
  %B = memref.alloc() : memref<4xf32>
  %C = memref.alloc(%n) : memref<?xf32>
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    %0 = affine.load %A[%i] : memref<4xf32>
    %1 = arith.addf %0, %c : f32
    affine.store %1, %B[%i] : memref<4xf32>
  }
  affine.for %i = 0 to %n {
    affine.store %c, %C[%i] : memref<?xf32>
  }
  return %B, %c, %C : memref<4xf32>, f32, memref<?xf32>
}
