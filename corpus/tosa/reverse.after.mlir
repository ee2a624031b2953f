#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<?x4xi32>) -> tensor<?x4xi32> {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x4xi32>
    %dim_0 = tensor.dim %arg0, %c0 : tensor<?x4xi32>
    %0 = tensor.empty(%dim) : tensor<?x4xi32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<?x4xi32>) {
    ^bb0(%out: i32):
      %2 = linalg.index 0 : index
      %3 = arith.subi %dim_0, %c1 : index
      %4 = arith.subi %3, %2 : index
      %5 = linalg.index 1 : index
      %extracted = tensor.extract %arg0[%4, %5] : tensor<?x4xi32>
      linalg.yield %extracted : i32
    } -> tensor<?x4xi32>
    return %1 : tensor<?x4xi32>
  }
}

