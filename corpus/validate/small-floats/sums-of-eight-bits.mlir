// why:    what is added is not what is subtracted
// run:    validate %after
// expect: refuted
func.func @f(%x: f8E4M3FN, %y: f8E4M3FN) -> f8E4M3FN {
  %n = arith.negf %y : f8E4M3FN
  %r = arith.subf %x, %n : f8E4M3FN
  return %r : f8E4M3FN
}
