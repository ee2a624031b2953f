// why:    one element with and without dimensions, in memory
// run:    validate %after
// expect: proved
func.func @f(%a: memref<1x1xf32>, %o: memref<f32>) {
  %0 = memref.collapse_shape %a [] : memref<1x1xf32> into memref<f32>
  memref.copy %0, %o : memref<f32> to memref<f32>
  return
}
