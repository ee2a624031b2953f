func.func @conv(%D: memref<4xf32>, %G: memref<3xf32>, %Y: memref<2xf32>) {
  %half = arith.constant 0.5 : f32
  %d0 = affine.load %D[0] : memref<4xf32>
  %d1 = affine.load %D[1] : memref<4xf32>
  %d2 = affine.load %D[2] : memref<4xf32>
  %d3 = affine.load %D[3] : memref<4xf32>
  %g0 = affine.load %G[0] : memref<3xf32>
  %g1 = affine.load %G[1] : memref<3xf32>
  %g2 = affine.load %G[2] : memref<3xf32>
  %a = arith.subf %d0, %d2 : f32
  %m1 = arith.mulf %a, %g0 : f32
  %b = arith.addf %d1, %d2 : f32
  %g02 = arith.addf %g0, %g2 : f32
  %g012 = arith.addf %g02, %g1 : f32
  %gp = arith.mulf %g012, %half : f32
  %m2 = arith.mulf %b, %gp : f32
  %c = arith.subf %d2, %d1 : f32
  %g0m2 = arith.subf %g02, %g1 : f32
  %gm = arith.mulf %g0m2, %half : f32
  %m3 = arith.mulf %c, %gm : f32
  %d = arith.subf %d1, %d3 : f32
  %m4 = arith.mulf %d, %g2 : f32
  %m12 = arith.addf %m1, %m2 : f32
  %y0 = arith.addf %m12, %m3 : f32
  %m23 = arith.subf %m2, %m3 : f32
  %y1 = arith.subf %m23, %m4 : f32
  affine.store %y0, %Y[0] : memref<2xf32>
  affine.store %y1, %Y[1] : memref<2xf32>
  return
}
