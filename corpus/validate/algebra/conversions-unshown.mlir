// why:    not the same for few inputs that no run here has: a number rounded twice, a sum that is zero, a tie away from even, flags that the other program does not have; so no proof
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
func.func @exact_later(%a: i64) -> i32 {
  %c32 = arith.constant 32 : i64
  %0 = arith.shrsi %a, %c32 : i64
  %1 = arith.trunci %0 : i64 to i32
  return %1 : i32
}
func.func @bits_of_a_sum(%a: f32, %b: f32) -> i32 {
  %0 = arith.addf %a, %b : f32
  %1 = arith.bitcast %0 : f32 to i32
  return %1 : i32
}
