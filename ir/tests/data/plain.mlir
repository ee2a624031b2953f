// Maps, reductions, transposes, broadcasts, in short and long form.
func.func @f(%X: tensor<4x8xf32>, %v: tensor<4xf32>, %w: tensor<4xi32>, %Y: tensor<4x8xi32>, %t: tensor<8x4xf32>) {
  %0:2 = linalg.reduce ins(%X, %Y : tensor<4x8xf32>, tensor<4x8xi32>) outs(%v, %w : tensor<4xf32>, tensor<4xi32>) dimensions = [1] (%a: f32, %b: i32, %c: f32, %d: i32) {
    %e = arith.addf %a, %c : f32
    %g = arith.addi %b, %d : i32
    linalg.yield %e, %g : f32, i32
  }
  %1 = linalg.map outs(%X : tensor<4x8xf32>) (%o: f32) {
    %c = arith.constant 1.0 : f32
    linalg.yield %c : f32
  }
  %2 = linalg.map ins(%X, %X : tensor<4x8xf32>, tensor<4x8xf32>) outs(%X : tensor<4x8xf32>) (%a: f32, %b: f32, %o: f32) {
    %e = arith.addf %a, %b : f32
    linalg.yield %e : f32
  }
  %3 = linalg.transpose ins(%X : tensor<4x8xf32>) outs(%t : tensor<8x4xf32>) permutation = [1, 0]
  %4 = linalg.broadcast ins(%v : tensor<4xf32>) outs(%X : tensor<4x8xf32>) dimensions = [1]
  %5 = linalg.map { arith.mulf } ins(%X, %X : tensor<4x8xf32>, tensor<4x8xf32>) outs(%X : tensor<4x8xf32>)
  %6 = linalg.reduce { arith.maximumf {fastmath = #arith.fastmath<nnan>} } ins(%X : tensor<4x8xf32>) outs(%v : tensor<4xf32>) dimensions = [1]
  return
}
