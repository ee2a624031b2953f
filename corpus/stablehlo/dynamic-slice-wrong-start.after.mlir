func.func @main(%a: tensor<8xf32>, %i: tensor<i32>) -> tensor<3xf32> {
  %n = tensor.extract %i[] : tensor<i32>
  %at = arith.index_cast %n : i32 to index
  %0 = tensor.extract_slice %a[%at] [3] [1] : tensor<8xf32> to tensor<3xf32>
  return %0 : tensor<3xf32>
}
