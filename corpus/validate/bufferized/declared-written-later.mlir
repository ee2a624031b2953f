// why:    As declared, where the buffer that the function got, and may have returned, is written to afterwards.
// run:    validate %after
// expect: unknown
func.func private @ext(tensor<4xf32>) -> tensor<4xf32>
func.func private @look(tensor<4xf32>)
func.func @main(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %u = tensor.insert %f into %t[%c1] : tensor<4xf32>
  func.call @look(%t) : (tensor<4xf32>) -> ()
  %r = func.call @ext(%u) : (tensor<4xf32>) -> tensor<4xf32>
  "some.use"(%r) : (tensor<4xf32>) -> ()
  return %r : tensor<4xf32>
}
