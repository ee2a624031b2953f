// why:    windows of 3 at stride 2 overlap by one; the window operand is only a shape, its elements are never used
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "parallelize(d0)"
// expect: proved
// run:    check --transform "reverse(d1)"
// expect: proved-reassociated
func.func @pool_max_overlapping(%A: memref<17xf32>, %window: memref<3xf32>, %out: memref<8xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0 * 2 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%A, %window : memref<17xf32>, memref<3xf32>) outs(%out : memref<8xf32>) {
  ^bb0(%x: f32, %shape: f32, %acc: f32):
    %v = arith.maximumf %acc, %x : f32
    linalg.yield %v : f32
  }
  return
}
