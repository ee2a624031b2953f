// why:    the loop over rows carries the dependence between different columns, so the claim inside it is true
// run:    validate %after
// expect: proved
func.func @rows(%A: memref<4x6xf32>, %w: f32) {
  affine.for %t = 1 to 4 {
    affine.for %i = 0 to 6 {
      %a = affine.load %A[%t - 1, -%i + 5] : memref<4x6xf32>
      %p = arith.mulf %a, %w : f32
      affine.store %p, %A[%t, %i] : memref<4x6xf32>
    }
  }
  return
}
