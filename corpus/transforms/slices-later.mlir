// why:    a subscript that begins later than its loop: the slice begins there, and the subscript inside it does not
// run:    transform --transform "tile_using_for(S0, d0=4)"
// expect: ok
func.func @later(%A: memref<20xi32>, %B: memref<10xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 + 3)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%A : memref<20xi32>) outs(%B : memref<10xi32>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  }
  return
}
