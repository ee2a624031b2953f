// why:    As declared-read-after, without the copy: the function may have written to it.
// run:    validate %after
// expect: unknown
func.func private @look(tensor<4xf32>)
func.func @twice(%t: tensor<4xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  func.call @look(%t) : (tensor<4xf32>) -> ()
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  return %x : f32
}
