#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main() -> tensor<3x3xi32> {
    %0 = tensor.empty() : tensor<3x3xi32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<3x3xi32>) {
    ^bb0(%out: i32):
      %2 = linalg.index 0 : index
      %3 = arith.index_cast %2 : index to i32
      linalg.yield %3 : i32
    } -> tensor<3x3xi32>
    return %1 : tensor<3x3xi32>
  }
}

