// why:    a function that calls itself and subtracts what it gets
// run:    validate %after
// expect: refuted
func.func @f(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %z = arith.cmpi sgt, %n, %c0 : i32
  %r = scf.if %z -> (i32) {
    %m = arith.subi %n, %c1 : i32
    %s = func.call @f(%m) : (i32) -> i32
    %t = arith.addi %s, %n : i32
    scf.yield %t : i32
  } else {
    scf.yield %c0 : i32
  }
  return %r : i32
}
