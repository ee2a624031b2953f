// why:    As dense-subtracted-first, but a layer is made of what the mean was subtracted from already.
// run:    validate %after
// expect: refuted
func.func @f(%x: tensor<1x2x2x2xf32>) -> tensor<1x10x2x2xf32> {
  %mean = arith.constant 0.5 : f32
  %scale = arith.constant 3.0 : f32
  %zero = arith.constant 0.0 : f32
  %t2 = tensor.empty() : tensor<1x2x2x2xf32>
  %w2 = arith.constant dense<0.25> : tensor<2x2x1x1xf32>
  %t4 = tensor.empty() : tensor<1x4x2x2xf32>
  %w4 = arith.constant dense<0.25> : tensor<2x4x1x1xf32>
  %t6 = tensor.empty() : tensor<1x6x2x2xf32>
  %w6 = arith.constant dense<0.25> : tensor<2x6x1x1xf32>
  %t8 = tensor.empty() : tensor<1x8x2x2xf32>
  %w8 = arith.constant dense<0.25> : tensor<2x8x1x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%t2 : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %e1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x : tensor<1x2x2x2xf32>) outs(%t2 : tensor<1x2x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.subf %in, %mean : f32
    linalg.yield %r : f32
  } -> tensor<1x2x2x2xf32>
  %e2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e1 : tensor<1x2x2x2xf32>) outs(%t2 : tensor<1x2x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.mulf %in, %scale : f32
    linalg.yield %r : f32
  } -> tensor<1x2x2x2xf32>
  %e3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e2 : tensor<1x2x2x2xf32>) outs(%t2 : tensor<1x2x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %mean : f32
    linalg.yield %r : f32
  } -> tensor<1x2x2x2xf32>
  %e4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e3 : tensor<1x2x2x2xf32>) outs(%t2 : tensor<1x2x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %p = arith.cmpf ugt, %in, %zero : f32
    %r = arith.select %p, %in, %zero : f32
    linalg.yield %r : f32
  } -> tensor<1x2x2x2xf32>
  %k0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%e4, %w2 : tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) outs(%f : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %x0 = tensor.concat dim(1) %x, %k0 : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x4x2x2xf32>
  %e5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x0 : tensor<1x4x2x2xf32>) outs(%t4 : tensor<1x4x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.subf %in, %mean : f32
    linalg.yield %r : f32
  } -> tensor<1x4x2x2xf32>
  %e6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e5 : tensor<1x4x2x2xf32>) outs(%t4 : tensor<1x4x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.mulf %in, %scale : f32
    linalg.yield %r : f32
  } -> tensor<1x4x2x2xf32>
  %e7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e6 : tensor<1x4x2x2xf32>) outs(%t4 : tensor<1x4x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %mean : f32
    linalg.yield %r : f32
  } -> tensor<1x4x2x2xf32>
  %e8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e7 : tensor<1x4x2x2xf32>) outs(%t4 : tensor<1x4x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %p = arith.cmpf ugt, %in, %zero : f32
    %r = arith.select %p, %in, %zero : f32
    linalg.yield %r : f32
  } -> tensor<1x4x2x2xf32>
  %k1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%e8, %w4 : tensor<1x4x2x2xf32>, tensor<2x4x1x1xf32>) outs(%f : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %x1 = tensor.concat dim(1) %x0, %k1 : (tensor<1x4x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x6x2x2xf32>
  %e9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x1 : tensor<1x6x2x2xf32>) outs(%t6 : tensor<1x6x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.subf %in, %mean : f32
    linalg.yield %r : f32
  } -> tensor<1x6x2x2xf32>
  %e10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e9 : tensor<1x6x2x2xf32>) outs(%t6 : tensor<1x6x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.mulf %in, %scale : f32
    linalg.yield %r : f32
  } -> tensor<1x6x2x2xf32>
  %e11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e10 : tensor<1x6x2x2xf32>) outs(%t6 : tensor<1x6x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %mean : f32
    linalg.yield %r : f32
  } -> tensor<1x6x2x2xf32>
  %e12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e11 : tensor<1x6x2x2xf32>) outs(%t6 : tensor<1x6x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %p = arith.cmpf ugt, %in, %zero : f32
    %r = arith.select %p, %in, %zero : f32
    linalg.yield %r : f32
  } -> tensor<1x6x2x2xf32>
  %k2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%e12, %w6 : tensor<1x6x2x2xf32>, tensor<2x6x1x1xf32>) outs(%f : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %x2 = tensor.concat dim(1) %x1, %k2 : (tensor<1x6x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x8x2x2xf32>
  %e13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x2 : tensor<1x8x2x2xf32>) outs(%t8 : tensor<1x8x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.subf %in, %mean : f32
    linalg.yield %r : f32
  } -> tensor<1x8x2x2xf32>
  %e14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e13 : tensor<1x8x2x2xf32>) outs(%t8 : tensor<1x8x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.mulf %in, %scale : f32
    linalg.yield %r : f32
  } -> tensor<1x8x2x2xf32>
  %e15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e14 : tensor<1x8x2x2xf32>) outs(%t8 : tensor<1x8x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.addf %in, %mean : f32
    linalg.yield %r : f32
  } -> tensor<1x8x2x2xf32>
  %e16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%e15 : tensor<1x8x2x2xf32>) outs(%t8 : tensor<1x8x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %p = arith.cmpf ugt, %in, %zero : f32
    %r = arith.select %p, %in, %zero : f32
    linalg.yield %r : f32
  } -> tensor<1x8x2x2xf32>
  %k3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%e16, %w8 : tensor<1x8x2x2xf32>, tensor<2x8x1x1xf32>) outs(%f : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %x3 = tensor.concat dim(1) %x2, %k3 : (tensor<1x8x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x10x2x2xf32>
  return %x3 : tensor<1x10x2x2xf32>
}
