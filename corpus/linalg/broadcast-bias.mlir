// why:    the bias is read with (d1) alone: not injective, one element serves a whole column
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    map --stmt S0 --data '{ bias[x] : x = 2 }'
// expect: ok
func.func @broadcast_bias(%A: memref<?x?xf32>, %bias: memref<?xf32>, %out: memref<?x?xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%A, %bias : memref<?x?xf32>, memref<?xf32>) outs(%out : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %v = arith.addf %a, %b : f32
    linalg.yield %v : f32
  }
  return
}
