// why:    not the same bit by bit, and yet the same numbers but for rounding: a number rounded twice, in another way, by way of a narrow float; the sign of a sum that is zero, the bits of a NaN
// run:    validate %after
// expect: unknown
func.func @rounded_twice(%a: f64) -> f16 {
  %0 = arith.truncf %a : f64 to f16
  return %0 : f16
}
func.func @sign_of_a_sum(%a: f32, %b: f32) -> f32 {
  %0 = arith.negf %a : f32
  %1 = arith.negf %b : f32
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}
func.func @bits_of_a_sum(%a: f32, %b: f32) -> i32 {
  %0 = arith.addf %a, %b : f32
  %1 = arith.bitcast %0 : f32 to i32
  return %1 : i32
}
func.func @brain_float_by_hand(%a: f32) -> bf16 {
  %0 = arith.truncf %a : f32 to bf16
  return %0 : bf16
}
func.func @wide_then_double(%a: i32) -> f64 {
  %0 = arith.sitofp %a : i32 to f64
  return %0 : f64
}
