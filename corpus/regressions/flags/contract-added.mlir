// why:    a licence that runs do not take was tested by runs that agree
// run:    validate %after
// expect: unknown
func.func @f(%a: f32, %b: f32) -> f32 {
  %y = arith.mulf %a, %b : f32
  %x = arith.addf %a, %y : f32
  return %x : f32 }
