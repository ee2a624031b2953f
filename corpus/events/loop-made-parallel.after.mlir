func.func private @log(index)
func.func @each() {
  affine.parallel (%i) = (0) to (8) {
    func.call @log(%i) : (index) -> ()
  }
  return
}
