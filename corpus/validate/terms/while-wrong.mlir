// why:    the loop ends one earlier
// run:    validate %after
// expect: refuted
func.func @f(%n: i32, %x: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %r:2 = scf.while (%i = %n, %s = %x) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi sgt, %i, %c3 : i32
    scf.condition(%c) %i, %s : i32, i32
  } do {
  ^bb0(%i: i32, %s: i32):
    %d = arith.divsi %i, %c3 : i32
    %t = arith.addi %s, %i : i32
    %u = arith.addi %t, %i : i32
    scf.yield %d, %u : i32, i32
  }
  return %r#1 : i32
}
