// why:    iterations of a reduction may run at the same time with accumulators of their own: the repair says how
// run:    check --func dot --transform "parallelize(d0)"
// expect: refuted
// run:    check --func dot --transform "split_reduction(S0, d0=4); parallelize(d1)"
// expect: proved-reassociated
// run:    check --func rows --transform "parallelize(d1)"
// expect: refuted
func.func @dot(%A: tensor<64xf32>, %B: tensor<64xf32>, %C: tensor<f32>) -> tensor<f32> {
  %r = linalg.dot ins(%A, %B : tensor<64xf32>, tensor<64xf32>) outs(%C : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

func.func @rows(%A: tensor<8x64xf32>, %B: tensor<64xf32>, %C: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.matvec ins(%A, %B : tensor<8x64xf32>, tensor<64xf32>) outs(%C : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
