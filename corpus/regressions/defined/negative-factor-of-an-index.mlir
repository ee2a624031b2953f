// why:    that the product of an index and -1 does not overflow is a question about 128 bits, of which one was shifted out of 64: a panic in debug builds
// run:    validate %after
// expect: vacuous
func.func @f(%n: index) {
  affine.for %i = affine_map<(d0) -> (-d0)>(%n) to %n {
  }
  return
}
