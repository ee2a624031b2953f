func.func @scale(%x: memref<64xf32>, %y: memref<64xf32>, %f: f32) {
  %buf = memref.alloc() : memref<2x8xf32>
  affine.for %e = 0 to 8 {
    %a = affine.load %x[%e] : memref<64xf32>
    affine.store %a, %buf[0, %e] : memref<2x8xf32>
  }
  affine.for %b = 0 to 8 {
    affine.if affine_set<(d0) : (6 - d0 >= 0)>(%b) {
      affine.for %e = 0 to 8 {
        %a = affine.load %x[8 * %b + %e + 8] : memref<64xf32>
        affine.store %a, %buf[0, %e] : memref<2x8xf32>
      }
    }
    affine.for %e = 0 to 8 {
      %a = affine.load %buf[0, %e] : memref<2x8xf32>
      %s = arith.mulf %a, %f : f32
      affine.store %s, %y[8 * %b + %e] : memref<64xf32>
    }
  }
  return
}
