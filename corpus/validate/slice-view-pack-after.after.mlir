func.func @views(%t: tensor<9xf32>, %d: tensor<5xf32>, %z: f32, %x: f32) -> (tensor<5xf32>, tensor<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = tensor.insert %x into %t[%c1] : tensor<9xf32>
  %s = tensor.extract_slice %u[0] [4] [1] : tensor<9xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %q = linalg.pack %s inner_dims_pos = [0] inner_tiles = [2] into %e : tensor<4xf32> -> tensor<2x2xf32>
  %f = tensor.collapse_shape %q [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  %p = tensor.insert_slice %f into %d[0] [4] [1] : tensor<4xf32> into tensor<5xf32>
  return %p, %u : tensor<5xf32>, tensor<9xf32>
}
