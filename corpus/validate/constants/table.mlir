// why:    Elements of a constant that are taken by a constant subscript, one of them from a slice.
// run:    validate %after
// expect: proved
func.func @f(%x: f32) -> f32 {
  %t = arith.constant dense<[0.5, 1.5, 2.5, 3.5, 4.5]> : tensor<5xf32>
  %i = arith.constant 1 : index
  %s = tensor.extract_slice %t[1] [3] [1] : tensor<5xf32> to tensor<3xf32>
  %a = tensor.extract %s[%i] : tensor<3xf32>
  %b = tensor.extract %t[%i] : tensor<5xf32>
  %c = arith.divf %a, %b : f32
  %r = arith.mulf %x, %c : f32
  return %r : f32
}
