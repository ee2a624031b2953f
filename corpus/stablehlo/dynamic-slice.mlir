// why:    a slice that would leave the array is moved into it
// run:    validate %after
// expect: proved
func.func @main(%a: tensor<8xf32>, %i: tensor<i32>) -> tensor<3xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [3] : (tensor<8xf32>, tensor<i32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
