func.func @f(%a: tensor<1x1xf32>, %s: tensor<f32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %x = tensor.extract %a[%c0, %c0] : tensor<1x1xf32>
  %0 = tensor.from_elements %x : tensor<f32>
  return %0 : tensor<f32>
}
