func.func @row_sums(%A: memref<3x4xf32>, %S: memref<3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "parallel"]} ins(%A : memref<3x4xf32>) outs(%S : memref<3xf32>) {
  ^bb0(%a: f32, %s: f32):
    %t = arith.addf %s, %a : f32
    linalg.yield %t : f32
  }
  return
}
