// why:    a condition that nothing depends on, with a divisor that may be 0: its value made no difference, so the proof by terms did not see it
// run:    validate %after
// expect: refuted
func.func @f(%n: index, %s: index, %x: f32) -> f32 {
  return %x : f32
}
