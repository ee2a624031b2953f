// why:    stride 2 and dilation 3: rows 2*d0 + 3*d2 stay inside 13 for 4 outputs and 3 taps, and some are never read
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "tile(d0=2, d1=2, d2=1, d3=1)"
// expect: proved
func.func @conv_2d_strided(%image: memref<13x13xf32>, %kernel: memref<3x3xf32>, %out: memref<4x4xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0 * 2 + d2 * 3, d1 * 2 + d3 * 3)>,
                       affine_map<(d0, d1, d2, d3) -> (d2, d3)>,
                       affine_map<(d0, d1, d2, d3) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%image, %kernel : memref<13x13xf32>, memref<3x3xf32>) outs(%out : memref<4x4xf32>) {
  ^bb0(%x: f32, %w: f32, %acc: f32):
    %product = arith.mulf %x, %w : f32
    %sum = arith.addf %acc, %product : f32
    linalg.yield %sum : f32
  }
  return
}
