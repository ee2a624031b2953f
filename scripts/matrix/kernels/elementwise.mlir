#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
#s = affine_map<(d0, d1) -> ()>
func.func @chain(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.add ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.mul ins(%0, %a : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = linalg.exp ins(%1 : tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
func.func @tadd(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %t = linalg.transpose ins(%b : tensor<6x8xf32>) outs(%e : tensor<8x6xf32>) permutation = [1, 0]
  %0 = linalg.add ins(%a, %t : tensor<8x6xf32>, tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
func.func @scaled(%a: tensor<8x6xf32>, %k: tensor<f32>, %v: f32) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %0 = linalg.generic {indexing_maps = [#id, #s, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %k : tensor<8x6xf32>, tensor<f32>) outs(%e : tensor<8x6xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %q = arith.addf %p, %v : f32
    linalg.yield %q : f32
  } -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
func.func @iota(%n: tensor<5x7xi32>) -> tensor<5x7xi32> {
  %e = tensor.empty() : tensor<5x7xi32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%n : tensor<5x7xi32>) outs(%e : tensor<5x7xi32>) {
  ^bb0(%x: i32, %o: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ij = arith.addi %i, %j : index
    %k = arith.index_cast %ij : index to i32
    %r = arith.addi %x, %k : i32
    linalg.yield %r : i32
  } -> tensor<5x7xi32>
  return %0 : tensor<5x7xi32>
}
func.func @unit(%a: tensor<1x8x1x5xf32>, %b: tensor<1x8x1x5xf32>) -> tensor<1x8x1x5xf32> {
  %e = tensor.empty() : tensor<1x8x1x5xf32>
  %0 = linalg.add ins(%a, %b : tensor<1x8x1x5xf32>, tensor<1x8x1x5xf32>) outs(%e : tensor<1x8x1x5xf32>) -> tensor<1x8x1x5xf32>
  return %0 : tensor<1x8x1x5xf32>
}
func.func @arithmetic(%a: tensor<8x6xf32>, %b: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = arith.addf %a, %b : tensor<8x6xf32>
  %1 = arith.mulf %0, %a : tensor<8x6xf32>
  %2 = math.exp %1 : tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}
