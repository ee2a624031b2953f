// why:    what a payload stores was not seen, so that its loop could be reversed
// run:    relations
// expect: ok
// run:    check --transform "reverse(i)"
// expect: unknown
func.func @last_one(%A: memref<8xf32>, %B: memref<8xf32>, %last: memref<1xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]
  } ins(%A : memref<8xf32>) outs(%B : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c0 = arith.constant 0 : index
    memref.store %a, %last[%c0] : memref<1xf32>
    linalg.yield %a : f32
  }
  return
}
