module {
  func.func @main(%arg0: tensor<3x4xf32>) -> (tensor<3x1xf32>, tensor<1x4xf32>) {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<3xf32>) -> tensor<3xf32>
    %reduced = linalg.reduce ins(%arg0 : tensor<3x4xf32>) outs(%1 : tensor<3xf32>) dimensions = [1] 
      (%in: f32, %init: f32) {
        %4 = arith.addf %in, %init : f32
        linalg.yield %4 : f32
      }
    %expanded = tensor.expand_shape %reduced [[0, 1]] output_shape [3, 1] : tensor<3xf32> into tensor<3x1xf32>
    %2 = tensor.empty() : tensor<4xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<4xf32>) -> tensor<4xf32>
    %reduced_1 = linalg.reduce ins(%arg0 : tensor<3x4xf32>) outs(%3 : tensor<4xf32>) dimensions = [0] 
      (%in: f32, %init: f32) {
        %4 = arith.mulf %in, %init : f32
        linalg.yield %4 : f32
      }
    %expanded_2 = tensor.expand_shape %reduced_1 [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
    return %expanded, %expanded_2 : tensor<3x1xf32>, tensor<1x4xf32>
  }
}

