func.func @f(%go: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.while (%b = %y) : (i32) -> i32 {
    %sum = arith.addi %b, %b : i32
    scf.condition(%go) %sum : i32
  } do {
  ^bb0(%c: i32):
    %more = arith.muli %c, %x : i32
    scf.yield %more : i32
  }
  return %r : i32
}
