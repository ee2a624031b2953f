// why:    the first decision is the other one
// run:    validate %after
// expect: refuted
func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.while (%a = %c0) : (i32) -> i32 {
    %go = arith.cmpi sle, %a, %c0 : i32
    %s = arith.addi %a, %x : i32
    scf.condition(%go) %s : i32
  } do {
  ^bb0(%b: i32):
    %next = arith.addi %b, %c1 : i32
    scf.yield %next : i32
  }
  return %r : i32
}
