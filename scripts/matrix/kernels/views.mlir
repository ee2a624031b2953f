func.func @subviews(%x: memref<16x16xf32>, %y: memref<8x8xf32>) {
  %s = memref.subview %x[4, 4] [8, 8] [1, 1] : memref<16x16xf32> to memref<8x8xf32, strided<[16, 1], offset: 68>>
  linalg.add ins(%s, %y : memref<8x8xf32, strided<[16, 1], offset: 68>>, memref<8x8xf32>) outs(%s : memref<8x8xf32, strided<[16, 1], offset: 68>>)
  %t = memref.subview %s[2, 0] [4, 8] [1, 1] : memref<8x8xf32, strided<[16, 1], offset: 68>> to memref<4x8xf32, strided<[16, 1], offset: 100>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %v = memref.load %t[%i, %i] : memref<4x8xf32, strided<[16, 1], offset: 100>>
    memref.store %v, %y[%i, %c0] : memref<8x8xf32>
  }
  return
}
func.func @reshapes(%x: tensor<4x6xf32>) -> tensor<3x8xf32> {
  %f = tensor.collapse_shape %x [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  %e = linalg.exp ins(%f : tensor<24xf32>) outs(%f : tensor<24xf32>) -> tensor<24xf32>
  %r = tensor.expand_shape %e [[0, 1]] output_shape [3, 8] : tensor<24xf32> into tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}
func.func @slices(%x: tensor<10x12xf32>, %y: tensor<4x6xf32>) -> tensor<10x12xf32> {
  %s = tensor.extract_slice %x[2, 3] [4, 6] [1, 1] : tensor<10x12xf32> to tensor<4x6xf32>
  %a = linalg.add ins(%s, %y : tensor<4x6xf32>, tensor<4x6xf32>) outs(%s : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = tensor.insert_slice %a into %x[3, 1] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<10x12xf32>
  return %r : tensor<10x12xf32>
}
func.func @expand(%x: memref<24xf32>, %y: memref<4x6xf32>) {
  %e = memref.expand_shape %x [[0, 1]] output_shape [4, 6] : memref<24xf32> into memref<4x6xf32>
  linalg.exp ins(%e : memref<4x6xf32>) outs(%y : memref<4x6xf32>)
  %c = memref.collapse_shape %y [[0, 1]] : memref<4x6xf32> into memref<24xf32>
  linalg.add ins(%c, %x : memref<24xf32>, memref<24xf32>) outs(%x : memref<24xf32>)
  return
}
func.func @scratch(%x: memref<12xf32>, %y: memref<12xf32>) {
  affine.for %i = 0 to 12 step 4 {
    %t = memref.alloca() : memref<4xf32>
    affine.for %j = 0 to 4 {
      %u = affine.load %x[%i + %j] : memref<12xf32>
      affine.store %u, %t[%j] : memref<4xf32>
    }
    affine.for %j = 0 to 4 {
      %u = affine.load %t[3 - %j] : memref<4xf32>
      affine.store %u, %y[%i + %j] : memref<12xf32>
    }
  }
  return
}
func.func @table(%y: memref<8xf32>) -> tensor<8xf32> {
  %t = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%t : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
