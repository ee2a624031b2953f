// why:    tiles are copied to one of two buffers in turn, the next one before the present one is used
// run:    validate %after
// expect: proved
func.func @scale(%x: memref<64xf32>, %y: memref<64xf32>, %f: f32) {
  affine.for %i = 0 to 64 {
    %a = affine.load %x[%i] : memref<64xf32>
    %s = arith.mulf %a, %f : f32
    affine.store %s, %y[%i] : memref<64xf32>
  }
  return
}
