func.func @f(%x: f8E4M3FN, %y: f8E4M3FN) -> f8E4M3FN {
  %n = arith.negf %y : f8E4M3FN
  %r = arith.addf %x, %n : f8E4M3FN
  return %r : f8E4M3FN
}
