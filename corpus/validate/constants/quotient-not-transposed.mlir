// why:    The constant is not turned around.
// run:    validate %after
// expect: refuted
func.func @f() -> tensor<2x2xi32> {
  %a = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %b = arith.constant dense<[[7, 5], [3, 9]]> : tensor<2x2xi32>
  %q = arith.divsi %b, %a : tensor<2x2xi32>
  %e = tensor.empty() : tensor<2x2xi32>
  %t = linalg.transpose ins(%q : tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) permutation = [1, 0]
  return %t : tensor<2x2xi32>
}
