// why:    permute analysis fails: loop interchange is allowed when the dependence test fails (mlir-opt 22: --test-loop-permutation="permutation-map=1,0 check-validity=1")
// run:    validate %after
// expect: refuted
#plane = affine_map<()[s0, s1] -> (s0 * s1 + 1)>
func.func @plane_sum(%A: memref<?x6x6xf32>, %p: index, %q: index) {
  affine.for %i = 1 to 6 {
    affine.for %j = 0 to 5 {
      %z = affine.apply #plane()[%p, %q]
      %x = affine.load %A[%z, %i - 1, %j + 1] : memref<?x6x6xf32>
      %w = affine.load %A[%z, %i, %j] : memref<?x6x6xf32>
      %y = arith.addf %x, %w : f32
      affine.store %y, %A[%z, %i, %j] : memref<?x6x6xf32>
    }
  }
  return
}
