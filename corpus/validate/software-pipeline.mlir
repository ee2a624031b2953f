// why:    the load of the next iteration moves before the work of this one, through a scalar carried by the loop
// run:    validate %after
// expect: proved
func.func @axpb(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %f: f32) {
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xf32>
    %s = arith.mulf %a, %f : f32
    affine.store %s, %y[%i] : memref<?xf32>
  }
  return
}
