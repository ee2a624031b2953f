func.func @scores(%q: tensor<2x6x4xf32>, %k: tensor<2x4x6xf32>, %v: tensor<2x6x5xf32>) -> tensor<2x6x5xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x6x6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x6x4xf32>, tensor<2x4x6xf32>) outs(%f : tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
  %x = linalg.exp ins(%s : tensor<2x6x6xf32>) outs(%e : tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
  %e2 = tensor.empty() : tensor<2x6x5xf32>
  %g = linalg.fill ins(%z : f32) outs(%e2 : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %r = linalg.batch_matmul ins(%x, %v : tensor<2x6x6xf32>, tensor<2x6x5xf32>) outs(%g : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  return %r : tensor<2x6x5xf32>
}
