// why:    A tensor is read after a function got it: the function gets a copy.
// run:    validate %after
// expect: proved
func.func private @look(tensor<4xf32>)
func.func @twice(%t: tensor<4xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  func.call @look(%t) : (tensor<4xf32>) -> ()
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  return %x : f32
}
