func.func @main(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %zero = arith.constant dense<0> : tensor<4xi32>
  %one = arith.constant dense<1> : tensor<4xi32>
  %minus = arith.constant dense<-1> : tensor<4xi32>
  %is0 = arith.cmpi eq, %b, %zero : tensor<4xi32>
  %is1 = arith.cmpi eq, %b, %minus : tensor<4xi32>
  %bad = arith.ori %is0, %is1 : tensor<4xi1>
  %d = arith.select %bad, %one, %b : tensor<4xi1>, tensor<4xi32>
  %0 = arith.remsi %a, %d : tensor<4xi32>
  return %0 : tensor<4xi32>
}
