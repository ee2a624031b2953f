// why:    all time steps are kept in one array; two rows that take turns are enough
// run:    validate %after
// expect: proved
func.func @steps(%in: memref<64xf32>, %out: memref<64xf32>) {
  %all = memref.alloc() : memref<9x64xf32>
  affine.for %i = 0 to 64 {
    %a = affine.load %in[%i] : memref<64xf32>
    affine.store %a, %all[0, %i] : memref<9x64xf32>
  }
  affine.for %t = 0 to 8 {
    affine.for %i = 0 to 64 {
      %a = affine.load %all[%t, %i] : memref<9x64xf32>
      %b = affine.load %all[%t, (%i + 1) mod 64] : memref<9x64xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %all[%t + 1, %i] : memref<9x64xf32>
    }
  }
  affine.for %i = 0 to 64 {
    %a = affine.load %all[8, %i] : memref<9x64xf32>
    affine.store %a, %out[%i] : memref<64xf32>
  }
  return
}
