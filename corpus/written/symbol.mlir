// why:    the text names a function that is another one in the other program
// run:    validate %after
// expect: unknown
func.func private @g(%x: f32) -> f32 {
  return %x : f32
}
func.func @f(%x: f32) -> f32 {
  %y = test.call @g(%x) : (f32) -> f32
  %z = arith.addf %y, %x : f32
  return %z : f32
}
