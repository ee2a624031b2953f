func.func @max(%A: memref<6xf32>, %M: memref<f32>) {
  %least = arith.constant -1.0e+30 : f32
  affine.store %least, %M[] : memref<f32>
  affine.for %i = 0 to 6 {
    %a = affine.load %A[%i] : memref<6xf32>
    %m = affine.load %M[] : memref<f32>
    %n = arith.maximumf %m, %a : f32
    affine.store %n, %M[] : memref<f32>
  }
  return
}
