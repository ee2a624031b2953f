// why:    a function that is called, and changed, computes the same: so does the one that calls it
// run:    validate %after
// expect: proved
func.func @callee(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %y = arith.addi %x, %x : i32
  return %y : i32
^b:
  return %x : i32
}
func.func @caller(%c: i1, %x: i32) -> i32 {
  %y = call @callee(%c, %x) : (i1, i32) -> i32
  return %y : i32
}
