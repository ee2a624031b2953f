func.func private @apfloat_neg(i32, i64) -> i64
func.func @f(%a: f32) -> f32 {
  %c2 = arith.constant 2 : i32
  %bits = arith.bitcast %a : f32 to i32
  %wide = arith.extui %bits : i32 to i64
  %r = call @apfloat_neg(%c2, %wide) : (i32, i64) -> i64
  %n = arith.trunci %r : i64 to i32
  %f = arith.bitcast %n : i32 to f32
  return %f : f32
}
