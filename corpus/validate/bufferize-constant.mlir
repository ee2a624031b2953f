// why:    a constant tensor becomes a constant global
// run:    validate %after
// expect: proved
module {
  func.func @table(%arg0: memref<8xf32>) -> tensor<8xf32> {
    %cst = arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00, 8.000000e+00]> : tensor<8xf32>
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.exp ins(%cst : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}

