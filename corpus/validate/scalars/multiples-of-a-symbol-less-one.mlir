// why:    the multiple is one less
// run:    validate %after --assume "s >= 1"
// expect: refuted
func.func @f(%x: index, %s: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0] -> ((-((d0 floordiv s0) * s0) + s0 * 42) ceildiv s0)>(%x)[%s]
  return %0 : index
}
