// why:    a blob and a list of the same elements are one constant
// run:    validate %after
// expect: proved
func.func @f(%A: tensor<40xf32>) -> tensor<40xf32> {
  %0 = arith.constant dense_resource<blob1> : tensor<40xf32>
  %e = tensor.empty() : tensor<40xf32>
  %r = linalg.add ins(%A, %0 : tensor<40xf32>, tensor<40xf32>) outs(%e : tensor<40xf32>) -> tensor<40xf32>
  return %r : tensor<40xf32>
}
{-#
  dialect_resources: {
    builtin: {
      blob1: "0x04000000000000000000003F0000803F0000C03F0000004000002040000040400000604000008040000090400000A0400000B0400000C0400000D0400000E0400000F0400000004100000841000010410000184100002041000028410000304100003841000040410000484100005041000058410000604100006841000070410000784100008041000084410000884100008C4100009041000094410000984100009C41"
    }
  }
#-}
