// pass: func.func(linalg-fuse-elementwise-ops)
// args: 2 2x3
// before: [[2,   2,   2], [8,   8,   8]]
// after: [[2,   3,   4], [8,   12,   16]]
func.func @broadcast(%A: tensor<2xf64>, %B: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %t = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%A : tensor<2xf64>) outs(%A : tensor<2xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %a, %o : f64
    linalg.yield %s : f64
  } -> tensor<2xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%t : tensor<2xf64>) outs(%B : tensor<2x3xf64>) {
  ^bb0(%x: f64, %b: f64):
    linalg.yield %x : f64
  } -> tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
