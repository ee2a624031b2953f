func.func private @neg(f32) -> f32
func.func @f(%a: f32) -> f32 {
  %r = call @neg(%a) : (f32) -> f32
  return %r : f32
}
func.func @g(%a: f32) -> f32 {
  %r = call @neg(%a) : (f32) -> f32
  return %r : f32
}
