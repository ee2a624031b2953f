// Structured operations whose maps or functions are written in the text.
func.func @elementwise(%X: tensor<4x?xf32>, %v: tensor<4xf32>, %m: tensor<4x?xi1>) -> tensor<4x?xf32> {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%X, %X : tensor<4x?xf32>, tensor<4x?xf32>) outs(%X : tensor<4x?xf32>) -> tensor<4x?xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<max_signed>
    indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>]
    ins(%v, %0 : tensor<4xf32>, tensor<4x?xf32>) outs(%X : tensor<4x?xf32>) -> tensor<4x?xf32>
  %2 = linalg.elementwise kind=#linalg.elementwise_kind<select> ins(%m, %0, %1 : tensor<4x?xi1>, tensor<4x?xf32>, tensor<4x?xf32>) outs(%X : tensor<4x?xf32>) -> tensor<4x?xf32>
  %3 = linalg.elementwise kind=#linalg.elementwise_kind<square> ins(%2 : tensor<4x?xf32>) outs(%X : tensor<4x?xf32>) -> tensor<4x?xf32>
  %4 = linalg.elementwise kind=#linalg.elementwise_kind<reciprocal> {note} ins(%3 : tensor<4x?xf32>) outs(%X : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %4 : tensor<4x?xf32>
}
func.func @contractions(%A: memref<4x8xi8>, %B: memref<6x8xi8>, %C: memref<4x6xi32>, %c: memref<4x4xcomplex<f32>>, %b: memref<4x4xi1>) {
  linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    ins(%A, %B : memref<4x8xi8>, memref<6x8xi8>) outs(%C : memref<4x6xi32>)
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
    {cast = #linalg.type_fn<cast_unsigned>} ins(%A, %B : memref<4x8xi8>, memref<6x8xi8>) outs(%C : memref<4x6xi32>)
  linalg.matmul ins(%c, %c : memref<4x4xcomplex<f32>>, memref<4x4xcomplex<f32>>) outs(%c : memref<4x4xcomplex<f32>>)
  linalg.matmul ins(%b, %b : memref<4x4xi1>, memref<4x4xi1>) outs(%b : memref<4x4xi1>)
  return
}
func.func @unusual(%X: memref<4x4xf32>, %s: f32, %I: memref<1x8x8x3xi8>, %K: memref<3x3x3x4xi8>, %O: memref<1x6x6x4xi32>) {
  linalg.add ins(%s, %X : f32, memref<4x4xf32>) outs(%X : memref<4x4xf32>)
  linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%K : memref<3x3x3x4xi8>) outs(%K : memref<3x3x3x4xi8>)
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, note = 1, strides = dense<[1, 1]> : tensor<2xi64>} ins(%I, %K : memref<1x8x8x3xi8>, memref<3x3x3x4xi8>) outs(%O : memref<1x6x6x4xi32>)
  linalg.softmax dimension(1) ins(%X : memref<4x4xf32>) outs(%X : memref<4x4xf32>)
  return
}
func.func @softmax(%X: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.softmax {note} dimension(0) ins(%X : tensor<4x4xf32>) outs(%X : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
func.func @winograd(%f: tensor<2x3x3x5xf32>, %g: tensor<6x6x5x2xf32>, %i: tensor<2x10x10x5xf32>, %j: tensor<6x6x2x2x2x5xf32>, %k: tensor<6x6x2x2x2x2xf32>, %o: tensor<2x8x8x2xf32>) {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<2x3x3x5xf32>) outs(%g : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %1 = linalg.winograd_input_transform fmr(F_4_3) ins(%i : tensor<2x10x10x5xf32>) outs(%j : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  %2 = linalg.winograd_output_transform fmr(F_4_3) ins(%k : tensor<6x6x2x2x2x2xf32>) outs(%o : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  return
}
