// why:    a comparison of the `index` dialect has a sign
// run:    validate %after
// expect: refuted
func.func @less(%a: index, %b: index) -> i1 {
  %0 = index.cmp slt(%a, %b)
  return %0 : i1
}
