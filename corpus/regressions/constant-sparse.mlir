// why:    a sparse constant written out
// run:    validate %after
// expect: proved
func.func @f() -> tensor<2x3xf32> {
  %0 = arith.constant sparse<[[0, 1], [1, 2]], [1.0, 5.0]> : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
