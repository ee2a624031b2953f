// why:    what is no multiple is rounded down
// run:    validate %after
// expect: refuted
func.func @f(%x: index, %s: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0] -> ((d0 * 4 + 7) floordiv 10)>(%x)[%s]
  return %0 : index
}
