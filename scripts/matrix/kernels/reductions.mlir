#id = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
func.func @rsum(%x: tensor<6x10xf32>, %o: tensor<6xf32>) -> tensor<6xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #r], iterator_types = ["parallel", "reduction"], polyvet.reduce} ins(%x : tensor<6x10xf32>) outs(%o : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
func.func @rsumd(%x: tensor<?x?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #r], iterator_types = ["parallel", "reduction"], polyvet.reduce} ins(%x : tensor<?x?xf32>) outs(%o : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @imax(%x: tensor<6x10xi32>) -> tensor<6xi32> {
  %m = arith.constant -2147483648 : i32
  %e = tensor.empty() : tensor<6xi32>
  %f = linalg.fill ins(%m : i32) outs(%e : tensor<6xi32>) -> tensor<6xi32>
  %0 = linalg.generic {indexing_maps = [#id, #r], iterator_types = ["parallel", "reduction"], polyvet.reduce} ins(%x : tensor<6x10xi32>) outs(%f : tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32):
    %s = arith.maxsi %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<6xi32>
  return %0 : tensor<6xi32>
}
func.func @named(%x: tensor<6x10xf32>, %o: tensor<6xf32>) -> tensor<6xf32> {
  %0 = linalg.reduce ins(%x : tensor<6x10xf32>) outs(%o : tensor<6xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  return %0 : tensor<6xf32>
}
func.func @dot(%x: tensor<12xf32>, %y: tensor<12xf32>, %o: tensor<f32>) -> tensor<f32> {
  %0 = linalg.dot ins(%x, %y : tensor<12xf32>, tensor<12xf32>) outs(%o : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
