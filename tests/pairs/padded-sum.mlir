// Padded by the neutral element to a multiple of four.
func.func @before(%A: tensor<6xf64>, %S: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%A : tensor<6xf64>) outs(%S : tensor<f64>) {
  ^bb0(%a: f64, %s: f64):
    %t = arith.addf %s, %a : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}
func.func @after(%A: tensor<6xf64>, %S: tensor<f64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %P = tensor.pad %A low[0] high[2] {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<6xf64> to tensor<8xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%P : tensor<8xf64>) outs(%S : tensor<f64>) {
  ^bb0(%a: f64, %s: f64):
    %t = arith.addf %s, %a : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}
