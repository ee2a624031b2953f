func.func @round(%a: f32) -> f32 {
  %half = arith.constant 0.5 : f32
  %c23 = arith.constant 23 : i32
  %c127 = arith.constant 127 : i32
  %c255 = arith.constant 255 : i32
  %0 = math.copysign %half, %a : f32
  %1 = arith.addf %a, %0 : f32
  %2 = arith.fptosi %1 : f32 to i64
  %3 = arith.sitofp %2 : i64 to f32
  %4 = math.copysign %3, %1 : f32
  %5 = arith.bitcast %a : f32 to i32
  %6 = arith.shrui %5, %c23 : i32
  %7 = arith.andi %6, %c255 : i32
  %8 = arith.subi %7, %c127 : i32
  %9 = arith.cmpi sge, %8, %c23 : i32
  %10 = arith.select %9, %a, %4 : f32
  return %10 : f32
}
func.func @shift(%a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %is = arith.cmpi ult, %b, %c32 : i32
  %s = arith.shli %a, %b : i32
  %r = arith.select %is, %s, %c0 : i32
  return %r : i32
}
