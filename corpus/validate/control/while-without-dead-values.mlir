// why:    what a loop that does not count carries for nothing makes no difference
// run:    validate %after
// expect: proved
func.func @f(%go: i1, %x: i32, %y: i32) -> i32 {
  %r:2 = scf.while (%a = %x, %b = %y) : (i32, i32) -> (i32, i32) {
    %sum = arith.addi %b, %b : i32
    %dead = arith.addi %a, %b : i32
    scf.condition(%go) %sum, %dead : i32, i32
  } do {
  ^bb0(%c: i32, %d: i32):
    %more = arith.muli %c, %x : i32
    scf.yield %d, %more : i32, i32
  }
  return %r#0 : i32
}
