// why:    up to LLVM 20, conversions between tensors and buffers had one type, that of the buffer
// run:    validate %after
// expect: proved
func.func @main(%a: memref<4xf32>, %i: index) -> f32 {
  %t = bufferization.to_tensor %a restrict : memref<4xf32>
  %x = tensor.extract %t[%i] : tensor<4xf32>
  return %x : f32
}
