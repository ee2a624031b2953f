func.func @f(%x: index, %s: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0] -> (41 - (d0 floordiv s0))>(%x)[%s]
  return %0 : index
}
