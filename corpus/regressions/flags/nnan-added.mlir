// why:    a promise that there is no NaN, which runs did not look at
// run:    validate %after
// expect: refuted
func.func @f(%a: f32, %b: f32) -> f32 {
  %x = arith.addf %a, %b : f32
  return %x : f32 }
