// why:    tile no skew: Gauss-Seidel over time steps tiled in time and space without skewing
// run:    validate %after
// expect: refuted
func.func @sweep(%U: memref<?xf32>, %T: index) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %U, %c0 : memref<?xf32>
  %cf32_1 = arith.constant 3.0 : f32
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
      %v1 = affine.load %U[%i - 1] : memref<?xf32>
      %v2 = affine.load %U[%i] : memref<?xf32>
      %v3 = arith.addf %v1, %v2 : f32
      %v4 = affine.load %U[%i + 1] : memref<?xf32>
      %v5 = arith.addf %v3, %v4 : f32
      %v6 = arith.divf %v5, %cf32_1 : f32
      affine.store %v6, %U[%i] : memref<?xf32>
    }
  }
  return
}
