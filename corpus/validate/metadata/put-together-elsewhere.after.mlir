func.func @f(%A: memref<16x32xf32>, %i: index) -> memref<4x8xf32, strided<[32, 1], offset: ?>> {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %A : memref<16x32xf32> -> memref<f32>, index, index, index, index, index
  %at = affine.apply affine_map<()[s0] -> (s0 * 32 + 4)>()[%i]
  %v = memref.reinterpret_cast %base to offset: [%at], sizes: [4, 8], strides: [32, 1] : memref<f32> to memref<4x8xf32, strided<[32, 1], offset: ?>>
  return %v : memref<4x8xf32, strided<[32, 1], offset: ?>>
}
