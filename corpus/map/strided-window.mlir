// why:    of a pooling window of 3 at stride 2, element 4 belongs to the outputs 1 and 2, element 5 to output 2 only
// run:    map --stmt S0 --data '{ A[x] : x = 4 }'
// expect: ok
// run:    map --stmt S0 --data '{ A[x] : x = 5 }'
// expect: ok
// run:    map --stmt S0 --iterations '{ [d0,d1] : d0 = 2 }'
// expect: ok
func.func @strided_window(%A: memref<17xf32>, %window: memref<3xf32>, %out: memref<8xf32>) {
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
