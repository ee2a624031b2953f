// why:    buffers stand in the order of the results
// run:    validate %after
// expect: proved
func.func @f(%x: f32, %y: f32) -> (memref<1xf32>, memref<1xf32>) {
  %A = memref.alloc() : memref<1xf32>
  %B = memref.alloc() : memref<1xf32>
  affine.store %x, %A[0] : memref<1xf32>
  affine.store %y, %B[0] : memref<1xf32>
  return %A, %B : memref<1xf32>, memref<1xf32>
}
