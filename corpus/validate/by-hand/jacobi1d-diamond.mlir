// why:    diamond tile: diamond tiles over t+i and t-i
// run:    validate %after
// expect: proved
func.func @jac_mod(%U: memref<2x?xf32>, %T: index) {
  %c0 = arith.constant 1 : index
  %N = memref.dim %U, %c0 : memref<2x?xf32>
  %cf32_1 = arith.constant 0.3 : f32
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
      %v1 = affine.load %U[%t mod 2, %i - 1] : memref<2x?xf32>
      %v2 = affine.load %U[%t mod 2, %i] : memref<2x?xf32>
      %v3 = arith.addf %v1, %v2 : f32
      %v4 = affine.load %U[%t mod 2, %i + 1] : memref<2x?xf32>
      %v5 = arith.addf %v3, %v4 : f32
      %v6 = arith.mulf %v5, %cf32_1 : f32
      affine.store %v6, %U[(%t + 1) mod 2, %i] : memref<2x?xf32>
    }
  }
  return
}
