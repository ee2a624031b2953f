// why:    a trillion elements are allocated, of which three rows of a tile are touched
// run:    run --memory 1MiB
// expect: ok
func.func @corner(%B: memref<3x2xf32>) {
  %A = memref.alloc() : memref<1000000x1000000xf32>
  %corner = memref.subview %A[999997, 999998] [3, 2] [1, 1] : memref<1000000x1000000xf32> to memref<3x2xf32, strided<[1000000, 1], offset: 999997999998>>
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 2 {
      %b = affine.load %B[%i, %j] : memref<3x2xf32>
      %twice = arith.addf %b, %b : f32
      memref.store %twice, %corner[%i, %j] : memref<3x2xf32, strided<[1000000, 1], offset: 999997999998>>
    }
  }
  memref.copy %corner, %B : memref<3x2xf32, strided<[1000000, 1], offset: 999997999998>> to memref<3x2xf32>
  memref.dealloc %A : memref<1000000x1000000xf32>
  return
}
