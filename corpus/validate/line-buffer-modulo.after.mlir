func.func @steps(%in: memref<64xf32>, %out: memref<64xf32>) {
  %two = memref.alloc() : memref<2x64xf32>
  affine.for %i = 0 to 64 {
    %a = affine.load %in[%i] : memref<64xf32>
    affine.store %a, %two[0, %i] : memref<2x64xf32>
  }
  affine.for %t = 0 to 8 {
    affine.for %i = 0 to 64 {
      %a = affine.load %two[%t mod 2, %i] : memref<2x64xf32>
      %b = affine.load %two[%t mod 2, (%i + 1) mod 64] : memref<2x64xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %two[(%t + 1) mod 2, %i] : memref<2x64xf32>
    }
  }
  affine.for %i = 0 to 64 {
    %a = affine.load %two[0, %i] : memref<2x64xf32>
    affine.store %a, %out[%i] : memref<64xf32>
  }
  return
}
