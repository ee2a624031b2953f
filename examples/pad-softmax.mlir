// Logits padded to whole rows of 8, and their softmax along the rows.
func.func @pad_softmax(%logits: tensor<30x13xf32>, %out: tensor<30x16xf32>) -> tensor<30x16xf32> {
  %low = arith.constant 0xFF800000 : f32
  %padded = tensor.pad %logits low[0, 0] high[0, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %low : f32
  } : tensor<30x13xf32> to tensor<30x16xf32>
  %soft = linalg.softmax dimension(1) ins(%padded : tensor<30x16xf32>) outs(%out : tensor<30x16xf32>) -> tensor<30x16xf32>
  return %soft : tensor<30x16xf32>
}
