func.func @f(%x: f32, %y: f32) -> f32 {
  %r = math.round %x : f32
  return %r : f32
}
