// why:    a common factor of all of it does nothing
// run:    validate %after
// expect: proved
func.func @f(%x: index, %s: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0] -> ((d0 * 4 + 6) floordiv 10 + (s0 * s0) mod s0)>(%x)[%s]
  return %0 : index
}
