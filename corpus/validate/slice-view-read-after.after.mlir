func.func @views(%t: tensor<9xf32>, %d: tensor<5xf32>, %z: f32, %x: f32) -> (tensor<5xf32>, tensor<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = tensor.insert %x into %t[%c1] : tensor<9xf32>
  %s = tensor.extract_slice %u[0] [4] [1] : tensor<9xf32> to tensor<4xf32>
  %v = vector.transfer_read %s[%c0], %z {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %p = vector.transfer_write %v, %d[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<5xf32>
  return %p, %u : tensor<5xf32>, tensor<9xf32>
}
