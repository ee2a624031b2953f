// why:    every second element is touched: it is promoted as such, dense in the buffer
// run:    transform --transform "promote(S0, 0, 2)"
// expect: ok
func.func @convolution(%I: memref<40xf32>, %K: memref<3xf32>, %O: memref<8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 * 2 + d1 * 4)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]} ins(%I, %K : memref<40xf32>, memref<3xf32>) outs(%O : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}
