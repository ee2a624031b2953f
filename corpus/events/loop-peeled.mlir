// why:    the first call of a loop stands before it
// run:    validate %after
// expect: proved
func.func private @log(index)
func.func @each() {
  affine.for %i = 0 to 8 {
    func.call @log(%i) : (index) -> ()
  }
  return
}
