// why:    calls run in the opposite order
// run:    validate %after
// expect: refuted
func.func private @log(index)
func.func @each() {
  affine.for %i = 0 to 8 {
    func.call @log(%i) : (index) -> ()
  }
  return
}
