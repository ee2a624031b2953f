func.func @lower(%x: f32) -> f32 {
  %y = "test.low"(%x) : (f32) -> f32
  return %y : f32
}
