// why:    a scalar argument had two values only
// run:    validate %after
// expect: refuted
func.func @less(%x: f32) -> i1 {
  %c = arith.constant 3.0 : f32
  %r = arith.cmpf olt, %x, %c : f32
  return %r : i1
}
