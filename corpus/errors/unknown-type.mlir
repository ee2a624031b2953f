// why:    f23 is no type; f32 is
// run:    parse
// expect: error
func.func @unknown_type(%x: f23) {
  return
}
