// why:    one element of it is not written
// run:    validate %after
// expect: unknown
func.func @f(%x: f32) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
