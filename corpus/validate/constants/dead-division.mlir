// why:    What nothing uses still divides by zero, so the second program may not do it.
// run:    validate %after
// expect: refuted
func.func @f(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 4 : i32
  %s = arith.muli %a, %b : i32
  %r = arith.addi %s, %x : i32
  return %r : i32
}
