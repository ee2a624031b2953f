// why:    a buffer made inside the loop holds nothing in the next iteration
// run:    validate %after
// expect: refuted
func.func @f(%o: memref<8xf32>, %x: f32) {
  %t = memref.alloca() : memref<1xf32>
  affine.store %x, %t[0] : memref<1xf32>
  affine.for %i = 0 to 8 {
    %v = affine.load %t[0] : memref<1xf32>
    affine.store %v, %o[%i] : memref<8xf32>
    affine.store %v, %t[0] : memref<1xf32>
 }
  return
}
