// why:    a tensor is left in a buffer (one-shot-bufferize, then buffer-results-to-out-params)
// run:    validate %after
// expect: proved
func.func @f(%x: f32) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
