// why:    a set with a modulus leaves out the taps that fall between the elements of a dilated image
// run:    relations
// expect: ok
// run:    deps
// expect: ok
#inside = affine_set<(d0) : (d0 % 2 == 0, d0 >= 0, 14 - d0 >= 0)>

func.func @dilated(%image: memref<8xf32>, %kernel: memref<3xf32>, %out: memref<13xf32>) {
  affine.for %o = 0 to 13 {
    affine.for %k = 0 to 3 {
      %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%o, %k)
      affine.if #inside(%at) {
        %x = affine.load %image[(%o + %k) floordiv 2] : memref<8xf32>
        %w = affine.load %kernel[%k] : memref<3xf32>
        %p = arith.mulf %x, %w : f32
        %old = affine.load %out[%o] : memref<13xf32>
        %new = arith.addf %old, %p : f32
        affine.store %new, %out[%o] : memref<13xf32>
      }
    }
  }
  return
}
