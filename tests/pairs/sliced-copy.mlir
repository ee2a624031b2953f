// Rows in two halves, by slices of tensors.
func.func @before(%A: tensor<6x4xf64>, %B: tensor<6x4xf64>) -> tensor<6x4xf64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%A : tensor<6x4xf64>) outs(%B : tensor<6x4xf64>) {
  ^bb0(%a: f64, %b: f64):
    %d = arith.subf %a, %b : f64
    linalg.yield %d : f64
  } -> tensor<6x4xf64>
  return %r : tensor<6x4xf64>
}
func.func @after(%A: tensor<6x4xf64>, %B: tensor<6x4xf64>) -> tensor<6x4xf64> {
  %a0 = tensor.extract_slice %A[0, 0] [3, 4] [1, 1] : tensor<6x4xf64> to tensor<3x4xf64>
  %b0 = tensor.extract_slice %B[0, 0] [3, 4] [1, 1] : tensor<6x4xf64> to tensor<3x4xf64>
  %r0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<3x4xf64>) outs(%b0 : tensor<3x4xf64>) {
  ^bb0(%a: f64, %b: f64):
    %d = arith.subf %a, %b : f64
    linalg.yield %d : f64
  } -> tensor<3x4xf64>
  %c0 = tensor.insert_slice %r0 into %B[0, 0] [3, 4] [1, 1] : tensor<3x4xf64> into tensor<6x4xf64>
  %a1 = tensor.extract_slice %A[3, 0] [3, 4] [1, 1] : tensor<6x4xf64> to tensor<3x4xf64>
  %b1 = tensor.extract_slice %B[3, 0] [3, 4] [1, 1] : tensor<6x4xf64> to tensor<3x4xf64>
  %r1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%a1 : tensor<3x4xf64>) outs(%b1 : tensor<3x4xf64>) {
  ^bb0(%a: f64, %b: f64):
    %d = arith.subf %a, %b : f64
    linalg.yield %d : f64
  } -> tensor<3x4xf64>
  %c1 = tensor.insert_slice %r1 into %c0[3, 0] [3, 4] [1, 1] : tensor<3x4xf64> into tensor<6x4xf64>
  return %c1 : tensor<6x4xf64>
}
