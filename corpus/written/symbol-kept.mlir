// why:    as `symbol`, with the same function
// run:    validate %after
// expect: proved
func.func private @g(%x: f32) -> f32 {
  return %x : f32
}
func.func @f(%x: f32) -> f32 {
  %y = test.call @g(%x) : (f32) -> f32
  %z = arith.addf %y, %x : f32
  return %z : f32
}
