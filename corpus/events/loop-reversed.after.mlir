func.func private @log(index)
func.func @each() {
  affine.for %i = 0 to 8 {
    %j = affine.apply affine_map<(d0) -> (7 - d0)>(%i)
    func.call @log(%j) : (index) -> ()
  }
  return
}
