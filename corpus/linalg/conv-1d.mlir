// why:    a window slides by one: the input subscript d0 + d1 is no injection, neighbouring outputs share elements
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "interchange(d0, d1)"
// expect: proved
// run:    check --transform "parallelize(d0)"
// expect: proved
func.func @conv_1d(%signal: memref<18xf32>, %taps: memref<3xf32>, %out: memref<16xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%signal, %taps : memref<18xf32>, memref<3xf32>) outs(%out : memref<16xf32>) {
  ^bb0(%x: f32, %w: f32, %acc: f32):
    %product = arith.mulf %x, %w : f32
    %sum = arith.addf %acc, %product : f32
    linalg.yield %sum : f32
  }
  return
}
