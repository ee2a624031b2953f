module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<1xf32> {
    %cst = arith.constant -3.40282347E+38 : f32
    %0 = tensor.empty() : tensor<f32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<f32>) -> tensor<f32>
    %reduced = linalg.reduce ins(%arg0 : tensor<4xf32>) outs(%1 : tensor<f32>) dimensions = [0] 
      (%in: f32, %init: f32) {
        %2 = arith.maximumf %in, %init : f32
        linalg.yield %2 : f32
      }
    %expanded = tensor.expand_shape %reduced [] output_shape [1] : tensor<f32> into tensor<1xf32>
    return %expanded : tensor<1xf32>
  }
}

