func.func @f(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %m1 = arith.constant -1 : i32
  %z = arith.cmpi slt, %c0, %n : i32
  %r = scf.if %z -> (i32) {
    %m = arith.addi %n, %m1 : i32
    %s = func.call @f(%m) : (i32) -> i32
    %t = arith.addi %n, %s : i32
    scf.yield %t : i32
  } else {
    scf.yield %c0 : i32
  }
  return %r : i32
}
