// why:    which NaN an operation gives is not fixed, nor is its sign: it is no function of the signs of what it was made from
// run:    validate %after
// expect: refuted
func.func @of_a_product(%a: f32, %b: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %c31 = arith.constant 31 : i32
  %0 = arith.bitcast %a : f32 to i32
  %1 = arith.bitcast %b : f32 to i32
  %2 = arith.xori %0, %1 : i32
  %3 = arith.bitcast %2 : i32 to f32
  %4 = math.copysign %one, %3 : f32
  return %4 : f32
}
func.func @of_a_wider_one(%a: f32) -> f64 {
  %one = arith.constant 1.0 : f64
  %minus = arith.constant -1.0 : f64
  %zero = arith.constant 0 : i32
  %0 = arith.bitcast %a : f32 to i32
  %1 = arith.cmpi slt, %0, %zero : i32
  %2 = arith.select %1, %minus, %one : f64
  return %2 : f64
}
