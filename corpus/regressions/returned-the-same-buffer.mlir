// why:    buffers of its own in any order, the same argument, the same part of it
// run:    validate %after
// expect: proved
func.func @two_swapped(%A: memref<4xf32>, %B: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %x = memref.alloc() : memref<4xf32>
  %y = memref.alloc() : memref<4xf32>
  memref.copy %A, %x : memref<4xf32> to memref<4xf32>
  memref.copy %A, %y : memref<4xf32> to memref<4xf32>
  return %x, %y : memref<4xf32>, memref<4xf32>
}
func.func @arg_same(%A: memref<4xf32>, %B: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  memref.copy %A, %B : memref<4xf32> to memref<4xf32>
  return %A, %B : memref<4xf32>, memref<4xf32>
}
func.func @view_same(%A: memref<4xf32>, %B: memref<4xf32>) -> memref<2xf32, strided<[1], offset: ?>> {
  %z = arith.constant 0.0 : f32
  affine.for %k = 0 to 4 {
    affine.store %z, %A[%k] : memref<4xf32>
  }
  %i = arith.constant 2 : index
  %v = memref.subview %A[%i] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: ?>>
  return %v : memref<2xf32, strided<[1], offset: ?>>
}
func.func @cast_result(%A: memref<4xf32>, %B: memref<4xf32>) -> memref<?xf32> {
  %x = memref.alloc() : memref<4xf32>
  memref.copy %A, %x : memref<4xf32> to memref<4xf32>
  %w = memref.cast %x : memref<4xf32> to memref<?xf32>
  return %w : memref<?xf32>
}
