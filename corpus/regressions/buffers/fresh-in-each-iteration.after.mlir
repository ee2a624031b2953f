func.func @f(%o: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
  %t = memref.alloca() : memref<1xf32>
   affine.if affine_set<(d0):(d0==0)>(%i) { affine.store %x, %t[0] : memref<1xf32> }
    %v = affine.load %t[0] : memref<1xf32>
    affine.store %v, %o[%i] : memref<8xf32>
    affine.store %v, %t[0] : memref<1xf32>
 }
  return
}
