func.func @f(%n: i32, %x: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %r:2 = scf.while (%i = %n, %s = %x) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi sle, %c3, %i : i32
    scf.condition(%c) %i, %s : i32, i32
  } do {
  ^bb0(%i: i32, %s: i32):
    %m = arith.muli %i, %c2 : i32
    %t = arith.addi %s, %m : i32
    %d = arith.divsi %i, %c3 : i32
    scf.yield %d, %t : i32, i32
  }
  return %r#1 : i32
}
