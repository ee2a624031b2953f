func.func private @log(index)
func.func @each() {
  %c0 = arith.constant 0 : index
  func.call @log(%c0) : (index) -> ()
  affine.for %i = 1 to 8 {
    func.call @log(%i) : (index) -> ()
  }
  return
}
