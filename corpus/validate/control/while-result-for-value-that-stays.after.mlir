func.func @f(%x: i32, %y: i32, %limit: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%a = %x, %b = %y) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi slt, %a, %limit : i32
    scf.condition(%go) %a, %b : i32, i32
  } do {
  ^bb0(%c: i32, %d: i32):
    %more = arith.muli %c, %d : i32
    %next = arith.addi %d, %c1 : i32
    scf.yield %more, %next : i32, i32
  }
  %s = arith.addi %r#1, %r#1 : i32
  return %s : i32
}
