func.func @f(%o: memref<8xf32>, %x: f32) {
  %t = memref.alloc() : memref<1xf32>
  affine.store %x, %t[0] : memref<1xf32>
  memref.dealloc %t : memref<1xf32>
  %v = affine.load %t[0] : memref<1xf32>
  affine.store %v, %o[0] : memref<8xf32>
  return
}
