func.func @main(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %bits = arith.constant dense<32> : tensor<4xi32>
  %last = arith.constant dense<31> : tensor<4xi32>
  %zero = arith.constant dense<0> : tensor<4xi32>
  %fits = arith.cmpi ult, %b, %bits : tensor<4xi32>
  %by = arith.select %fits, %b, %last : tensor<4xi1>, tensor<4xi32>
  %s = arith.shli %a, %by : tensor<4xi32>
  %0 = arith.select %fits, %s, %zero : tensor<4xi1>, tensor<4xi32>
  return %0 : tensor<4xi32>
}
