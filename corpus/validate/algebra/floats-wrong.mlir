// why:    the wrong neighbours: operands turned, another factor, a NaN, a zero of the other sign
// run:    validate %after
// expect: refuted
func.func @minus(%a: f32, %b: f32) -> f32 {
  %z = arith.subf %a, %b : f32
  return %z : f32
}
func.func @twice(%a: f64) -> f64 {
  %z = arith.addf %a, %a : f64
  return %z : f64
}
func.func @half(%a: f16) -> f16 {
  %c = arith.constant 2.0 : f16
  %z = arith.divf %a, %c : f16
  return %z : f16
}
func.func @not_less(%a: f32, %b: f32) -> i1 {
  %z = arith.cmpf olt, %a, %b : f32
  %t = arith.constant true
  %y = arith.xori %z, %t : i1
  return %y : i1
}
func.func @largest(%a: f32) -> f32 {
  %c = arith.constant 0xFF800000 : f32
  %y = arith.maximumf %c, %a : f32
  return %y : f32
}
