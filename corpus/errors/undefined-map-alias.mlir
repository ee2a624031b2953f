// why:    #next is used as a bound but never defined
// run:    parse
// expect: error
func.func @undefined_map_alias(%A: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 16 {
    affine.for %j = #next(%i) to 16 {
      affine.store %x, %A[%j] : memref<16xf32>
    }
  }
  return
}
