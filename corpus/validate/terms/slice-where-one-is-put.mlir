// why:    What is put in somewhere fits there, so something could be taken out.
// run:    validate %after
// expect: proved
func.func @f(%A: tensor<?xf32>, %C: tensor<4xf32>, %k: index) -> (tensor<?xf32>, tensor<4xf32>) {
  %u = tensor.insert_slice %C into %A[%k] [4] [1] : tensor<4xf32> into tensor<?xf32>
  return %u, %C : tensor<?xf32>, tensor<4xf32>
}
