// why:    one operation that nobody knows became another one
// run:    validate %after
// expect: unknown
func.func @lower(%x: f32) -> f32 {
  %y = "test.high"(%x) : (f32) -> f32
  return %y : f32
}
