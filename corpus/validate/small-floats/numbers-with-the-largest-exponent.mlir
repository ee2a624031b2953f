// why:    the largest exponent of `f8E4M3FN` is one of numbers
// run:    validate %after
// expect: refuted
func.func @f(%x: f8E4M3FN) -> i1 {
  %c = arith.constant 2.400000e+02 : f8E4M3FN
  %r = arith.cmpf ogt, %x, %c : f8E4M3FN
  return %r : i1
}
