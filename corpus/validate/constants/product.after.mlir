func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %p = arith.constant dense<[[0x3DCCCCCD, 0x3E4CCCCD, 0x3E99999A], [0x3ECCCCCD, 0x3F000000, 0x3F19999A]]> : tensor<2x3xf32>
  %r = arith.addf %x, %p : tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
