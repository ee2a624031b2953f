func.func @of_a_product(%a: f32, %b: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %0 = arith.mulf %a, %b : f32
  %1 = math.copysign %one, %0 : f32
  return %1 : f32
}
func.func @of_a_wider_one(%a: f32) -> f64 {
  %one = arith.constant 1.0 : f64
  %0 = arith.extf %a : f32 to f64
  %1 = math.copysign %one, %0 : f64
  return %1 : f64
}
