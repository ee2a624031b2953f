func.func @f(%o: memref<8xf32>, %x: f32) {
  %r = memref.alloca_scope -> (memref<1xf32>) {
 %t = memref.alloca() : memref<1xf32>
  affine.store %x, %t[0] : memref<1xf32>
 memref.alloca_scope.return %t : memref<1xf32>
}
  %v = affine.load %r[0] : memref<1xf32>
  affine.store %v, %o[0] : memref<8xf32>
  return
}
