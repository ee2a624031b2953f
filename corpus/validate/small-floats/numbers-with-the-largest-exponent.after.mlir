func.func @f(%x: f8E4M3FN) -> i1 {
  %r = arith.constant false
  return %r : i1
}
