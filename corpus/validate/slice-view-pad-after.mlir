// why:    a slice of the updated source has the new element
// run:    validate %after
// expect: refuted
func.func @views(%t: tensor<9xf32>, %d: tensor<5xf32>, %z: f32, %x: f32) -> (tensor<5xf32>, tensor<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %t[0] [4] [1] : tensor<9xf32> to tensor<4xf32>
  %p = tensor.pad %s low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<5xf32>
  %u = tensor.insert %x into %t[%c1] : tensor<9xf32>
  return %p, %u : tensor<5xf32>, tensor<9xf32>
}
