// why:    a subscript that counts down: where the slice begins depends on the size of the tile, which has to be a number
// run:    transform --transform "tile_using_for(S0, d0=4)"
// expect: ok
// run:    check --transform "tile_using_for(S0, d0=5)"
// expect: error
func.func @backwards(%A: memref<12xi32>, %B: memref<12xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (11 - d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%A : memref<12xi32>) outs(%B : memref<12xi32>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  }
  return
}
