func.func @f() -> (f8E4M3FN, f8E4M3FN, f8E5M2, f8E5M2) {
  %x = arith.constant 4.480000e+02 : f8E4M3FN
  %y = arith.constant 4.480000e+02 : f8E4M3FN
  %z = arith.constant 1.250000e+00 : f8E5M2
  %w = arith.constant 4.480000e+02 : f8E5M2
  return %x, %y, %z, %w : f8E4M3FN, f8E4M3FN, f8E5M2, f8E5M2
}
