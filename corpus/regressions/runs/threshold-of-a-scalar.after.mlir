func.func @less(%x: f32) -> i1 {
  %c = arith.constant 2.0 : f32
  %r = arith.cmpf olt, %x, %c : f32
  return %r : i1
}
