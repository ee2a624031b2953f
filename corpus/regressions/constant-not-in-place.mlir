// why:    a tensor made from a constant is not the constant
// run:    validate %after
// expect: refuted
func.func @f(%x: f32) -> (tensor<40xf32>, tensor<40xf32>) {
  %c0 = arith.constant 0 : index
  %0 = arith.constant dense<[0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 10.0, 10.5, 11.0, 11.5, 12.0, 12.5, 13.0, 13.5, 14.0, 14.5, 15.0, 15.5, 16.0, 16.5, 17.0, 17.5, 18.0, 18.5, 19.0, 19.5]> : tensor<40xf32>
  %1 = arith.constant dense<[0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.5, 7.0, 7.5, 8.0, 8.5, 9.0, 9.5, 10.0, 10.5, 11.0, 11.5, 12.0, 12.5, 13.0, 13.5, 14.0, 14.5, 15.0, 15.5, 16.0, 16.5, 17.0, 17.5, 18.0, 18.5, 19.0, 19.5]> : tensor<40xf32>
  %r = tensor.insert %x into %0[%c0] : tensor<40xf32>
  return %r, %1 : tensor<40xf32>, tensor<40xf32>
}
