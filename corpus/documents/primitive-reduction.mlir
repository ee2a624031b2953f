// why:    primitive operations, reduction: the loops that are summed over, and the combiner
// run:    relations
// expect: ok
func.func @rows(%input: tensor<16x64xf32>, %output: tensor<16xf32>) -> tensor<16xf32> {
  %sum = linalg.reduction
      ins(%input:tensor<16x64xf32>)
      outs(%output:tensor<16xf32>) dimensions = [1]
  (%in: f32, %out: f32) {
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  }
  return %sum : tensor<16xf32>
}
