// why:    the load of the next iteration is not left out in the last one
// run:    validate %after
// expect: refuted
func.func @axpb(%x: memref<?xf32>, %y: memref<?xf32>, %n: index, %f: f32) {
  affine.for %i = 0 to %n {
    %a = affine.load %x[%i] : memref<?xf32>
    %s = arith.mulf %a, %f : f32
    affine.store %s, %y[%i] : memref<?xf32>
  }
  return
}
