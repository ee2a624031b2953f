// why:    what cancels must still be defined: a shift by too much, an element that was never written
// run:    validate %after
// expect: refuted
func.func @shift(%a: i32, %b: i32) -> i32 {
  return %a : i32
}
func.func @never(%a: i32) -> i32 {
  return %a : i32
}
func.func @flag(%a: i32, %b: i32) -> i32 {
  return %a : i32
}
