// why:    each number of 8 bits is one of 16
// run:    validate %after
// expect: proved
func.func @f(%x: f8E5M2) -> f8E5M2 {
  %w = arith.extf %x : f8E5M2 to f16
  %r = arith.truncf %w : f16 to f8E5M2
  return %r : f8E5M2
}
