// why:    roundings differ halfway between two integers, which no run tried
// run:    validate %after
// expect: refuted
func.func @f(%x: f32, %y: f32) -> f32 {
  %r = math.roundeven %x : f32
  return %r : f32
}
