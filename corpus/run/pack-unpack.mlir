// why:    what is packed in tiles of 2 by 2 with padding and unpacked again is what it was
// run:    run
// expect: ok
func.func @round_trip(%A: tensor<3x5xi32>) -> (tensor<2x3x2x2xi32>, tensor<3x5xi32>) {
  %minus = arith.constant -1 : i32
  %raw = tensor.empty() : tensor<2x3x2x2xi32>
  %packed = linalg.pack %A padding_value(%minus : i32) inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %raw : tensor<3x5xi32> -> tensor<2x3x2x2xi32>
  %out = tensor.empty() : tensor<3x5xi32>
  %back = linalg.unpack %packed inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %out : tensor<2x3x2x2xi32> -> tensor<3x5xi32>
  return %packed, %back : tensor<2x3x2x2xi32>, tensor<3x5xi32>
}
