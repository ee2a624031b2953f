// why:    the next tile is copied over the one that is still to be used
// run:    validate %after
// expect: refuted
func.func @scale(%x: memref<64xf32>, %y: memref<64xf32>, %f: f32) {
  affine.for %i = 0 to 64 {
    %a = affine.load %x[%i] : memref<64xf32>
    %s = arith.mulf %a, %f : f32
    affine.store %s, %y[%i] : memref<64xf32>
  }
  return
}
