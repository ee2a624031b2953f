// why:    the element behind it
// run:    validate %after
// expect: refuted
func.func @main(%a: memref<4xf32>, %i: index) -> f32 {
  %t = bufferization.to_tensor %a restrict : memref<4xf32>
  %x = tensor.extract %t[%i] : tensor<4xf32>
  return %x : f32
}
