// why:    the function promises f64 and returns f32
// run:    parse
// expect: error
func.func @wrong_return_type(%x: f32) -> f64 {
  return %x : f32
}
