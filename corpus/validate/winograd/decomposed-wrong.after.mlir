func.func @filter(%g: tensor<2x3x3x1xf32>) -> tensor<4x4x1x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %left = arith.constant dense<[[-1.0, 0.0, 0.0], [0.5, -0.5, 0.5], [0.5, 0.5, 0.5], [0.0, 0.0, 1.0]]> : tensor<4x3xf32>
  %right = arith.constant dense<[[-1.0, 0.5, 0.5, 0.0], [0.0, 0.5, -0.5, 0.0], [0.0, 0.5, 0.5, 1.0]]> : tensor<3x4xf32>
  %e = tensor.empty() : tensor<4x4x1x2xf32>
  %r = scf.for %f = %c0 to %c2 step %c1 iter_args(%a = %e) -> tensor<4x4x1x2xf32> {
    %t = tensor.extract_slice %g[%f, 0, 0, 0] [1, 3, 3, 1] [1, 1, 1, 1] : tensor<2x3x3x1xf32> to tensor<3x3xf32>
    %e1 = tensor.empty() : tensor<4x3xf32>
    %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<4x3xf32>) -> tensor<4x3xf32>
    %p1 = linalg.matmul ins(%left, %t : tensor<4x3xf32>, tensor<3x3xf32>) outs(%f1 : tensor<4x3xf32>) -> tensor<4x3xf32>
    %e2 = tensor.empty() : tensor<4x4xf32>
    %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %p2 = linalg.matmul ins(%p1, %right : tensor<4x3xf32>, tensor<3x4xf32>) outs(%f2 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %put = tensor.insert_slice %p2 into %a[0, 0, 0, %f] [4, 4, 1, 1] [1, 1, 1, 1] : tensor<4x4xf32> into tensor<4x4x1x2xf32>
    scf.yield %put : tensor<4x4x1x2xf32>
  }
  return %r : tensor<4x4x1x2xf32>
}
func.func @output(%m: tensor<1x6x1x2x1x1xf32>, %y: tensor<1x1x8x1xf32>) -> tensor<1x1x8x1xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %x = %c0 to %c2 step %c1 iter_args(%a = %y) -> tensor<1x1x8x1xf32> {
    %at = affine.apply affine_map<(d0) -> (d0 * 3)>(%x)
    %s = tensor.extract_slice %m[0, 0, 0, %x, 0, 0] [1, 6, 1, 1, 1, 1] [1, 1, 1, 1, 1, 1] : tensor<1x6x1x2x1x1xf32> to tensor<1x6x1x1x1x1xf32>
    %there = tensor.extract_slice %a[0, 0, %at, 0] [1, 1, 4, 1] [1, 1, 1, 1] : tensor<1x1x8x1xf32> to tensor<1x1x4x1xf32>
    %one = linalg.winograd_output_transform fmr(F_4_3) ins(%s : tensor<1x6x1x1x1x1xf32>) outs(%there : tensor<1x1x4x1xf32>) -> tensor<1x1x4x1xf32>
    %put = tensor.insert_slice %one into %a[0, 0, %at, 0] [1, 1, 4, 1] [1, 1, 1, 1] : tensor<1x1x4x1xf32> into tensor<1x1x8x1xf32>
    scf.yield %put : tensor<1x1x8x1xf32>
  }
  return %r : tensor<1x1x8x1xf32>
}
