func.func private @g(%x: f32) -> f32 {
  %c = arith.constant 2.0 : f32
  return %c : f32
}
func.func @f(%x: f32) -> f32 {
  %y = test.call @g(%x) : (f32) -> f32
  %z = arith.addf %x, %y : f32
  return %z : f32
}
