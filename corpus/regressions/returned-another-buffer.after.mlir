func.func @twice(%A: memref<4xf32>, %B: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %x = memref.alloc() : memref<4xf32>
  memref.copy %A, %x : memref<4xf32> to memref<4xf32>
  return %x, %x : memref<4xf32>, memref<4xf32>
}
func.func @twice_r(%A: memref<4xf32>, %B: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %x = memref.alloc() : memref<4xf32>
  %y = memref.alloc() : memref<4xf32>
  memref.copy %A, %x : memref<4xf32> to memref<4xf32>
  memref.copy %A, %y : memref<4xf32> to memref<4xf32>
  return %x, %y : memref<4xf32>, memref<4xf32>
}
func.func @arg_for_copy(%A: memref<4xf32>, %B: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %x = memref.alloc() : memref<4xf32>
  memref.copy %A, %x : memref<4xf32> to memref<4xf32>
  return %x, %A : memref<4xf32>, memref<4xf32>
}
func.func @alloca(%A: memref<4xf32>, %B: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %x = memref.alloc() : memref<4xf32>
  %y = memref.alloca() : memref<4xf32>
  memref.copy %A, %x : memref<4xf32> to memref<4xf32>
  memref.copy %A, %y : memref<4xf32> to memref<4xf32>
  return %x, %y : memref<4xf32>, memref<4xf32>
}
func.func @arg_other(%A: memref<4xf32>, %B: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  memref.copy %A, %B : memref<4xf32> to memref<4xf32>
  return %A, %B : memref<4xf32>, memref<4xf32>
}
func.func @view_offset(%A: memref<4xf32>, %B: memref<4xf32>) -> memref<2xf32, strided<[1], offset: ?>> {
  %z = arith.constant 0.0 : f32
  affine.for %k = 0 to 4 {
    affine.store %z, %A[%k] : memref<4xf32>
  }
  %i = arith.constant 2 : index
  %v = memref.subview %A[%i] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: ?>>
  return %v : memref<2xf32, strided<[1], offset: ?>>
}
func.func @view_of_other(%A: memref<4xf32>, %B: memref<4xf32>) -> memref<2xf32, strided<[1], offset: ?>> {
  %z = arith.constant 0.0 : f32
  affine.for %k = 0 to 4 {
    affine.store %z, %A[%k] : memref<4xf32>
  }
  %zz = arith.constant 0.0 : f32
  affine.for %k = 0 to 4 {
    affine.store %zz, %B[%k] : memref<4xf32>
  }
  %i = arith.constant 0 : index
  %v = memref.subview %B[%i] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: ?>>
  return %v : memref<2xf32, strided<[1], offset: ?>>
}
func.func @view_of_fresh(%A: memref<4xf32>, %B: memref<4xf32>) -> memref<2xf32, strided<[1], offset: ?>> {
  %z = arith.constant 0.0 : f32
  affine.for %k = 0 to 4 {
    affine.store %z, %A[%k] : memref<4xf32>
  }
  %x = memref.alloc() : memref<4xf32>
  memref.copy %A, %x : memref<4xf32> to memref<4xf32>
  %i = arith.constant 0 : index
  %v = memref.subview %x[%i] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: ?>>
  return %v : memref<2xf32, strided<[1], offset: ?>>
}
memref.global "private" constant @g : memref<4xf32> = dense<1.0>
func.func @global_for_copy(%A: memref<4xf32>, %B: memref<4xf32>) -> memref<4xf32> {
  %g = memref.get_global @g : memref<4xf32>
  return %g : memref<4xf32>
}
