// why:    a convolution of tensors over zero padding, as MLIR's own integration tests have it: all ones, and 10 in the middle
// run:    run
// expect: ok
func.func @conv() -> tensor<5x5xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %ten = arith.constant 10.0 : f32
  %c2 = arith.constant 2 : index
  %raw = tensor.empty() : tensor<5x5xf32>
  %ones = linalg.fill ins(%one : f32) outs(%raw : tensor<5x5xf32>) -> tensor<5x5xf32>
  %image = tensor.insert %ten into %ones[%c2, %c2] : tensor<5x5xf32>
  %padded = tensor.pad %image low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<5x5xf32> to tensor<7x7xf32>
  %filter = arith.constant dense<[[0.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 0.0]]> : tensor<3x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%raw : tensor<5x5xf32>) -> tensor<5x5xf32>
  %out = linalg.conv_2d ins(%padded, %filter : tensor<7x7xf32>, tensor<3x3xf32>) outs(%init : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %out : tensor<5x5xf32>
}
