func.func @f(%o: memref<8xf32>, %x: f32) {
  %t = memref.alloc() : memref<4xf32>
  affine.store %x, %t[0] : memref<4xf32>
 %r = memref.realloc %t : memref<4xf32> to memref<8xf32>
 %v = affine.load %t[0] : memref<4xf32>
  affine.store %v, %o[0] : memref<8xf32>
 memref.dealloc %r : memref<8xf32>
  return
}
