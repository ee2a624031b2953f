func.func @f(%x: index, %s: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0] -> ((d0 * 2 + 3) floordiv 5)>(%x)[%s]
  return %0 : index
}
