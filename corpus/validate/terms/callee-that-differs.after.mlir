func.func @callee(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %k = arith.constant 3 : i32
  %y = arith.muli %x, %k : i32
  return %y : i32
^b:
  return %x : i32
}
func.func @caller(%c: i1, %x: i32) -> i32 {
  %y = call @callee(%c, %x) : (i1, i32) -> i32
  return %y : i32
}
