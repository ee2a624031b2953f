// why:    tile analysis fails: the plane subscript is a product of two symbols: the dependence test fails and is taken as no dependence (mlir-opt 22: --affine-loop-tile="tile-size=3")
// run:    validate %after
// expect: refuted
#plane = affine_map<()[s0, s1] -> (s0 * s1)>
func.func @plane_shift(%A: memref<?x7x8xi32>, %B: memref<7x8xi32>, %p: index, %q: index) {
  affine.for %i = 1 to 7 {
    affine.for %j = 0 to 7 {
      %z = affine.apply #plane()[%p, %q]
      %x = affine.load %A[%z, %i - 1, %j + 1] : memref<?x7x8xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %A[%z, %i, %j] : memref<?x7x8xi32>
      affine.store %y, %B[%i, %j] : memref<7x8xi32>
    }
  }
  return
}
