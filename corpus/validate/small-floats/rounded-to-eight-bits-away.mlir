// why:    of two that are as near the odd one
// run:    validate %after
// expect: refuted
func.func @f() -> (f8E4M3FN, f8E4M3FN, f8E5M2, f8E5M2) {
  %most = arith.constant 463.9 : f32
  %more = arith.constant 464.0 : f32
  %x = arith.truncf %most : f32 to f8E4M3FN
  %y = arith.truncf %more : f32 to f8E4M3FN
  %half = arith.constant 1.125 : f32
  %z = arith.truncf %half : f32 to f8E5M2
  %w = arith.truncf %more : f32 to f8E5M2
  return %x, %y, %z, %w : f8E4M3FN, f8E4M3FN, f8E5M2, f8E5M2
}
