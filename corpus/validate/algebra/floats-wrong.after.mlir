func.func @minus(%a: f32, %b: f32) -> f32 {
  %n = arith.negf %a : f32
  %z = arith.addf %n, %b : f32
  return %z : f32
}
func.func @twice(%a: f64) -> f64 {
  %c = arith.constant 2.5 : f64
  %z = arith.mulf %a, %c : f64
  return %z : f64
}
func.func @half(%a: f16) -> f16 {
  %c = arith.constant 0.25 : f16
  %z = arith.mulf %c, %a : f16
  return %z : f16
}
func.func @not_less(%a: f32, %b: f32) -> i1 {
  %y = arith.cmpf oge, %a, %b : f32
  return %y : i1
}
func.func @largest(%a: f32) -> f32 {
  %c = arith.constant 0xFF800000 : f32
  %y = arith.maxnumf %c, %a : f32
  return %y : f32
}
