func.func @f(%flag: i32, %a: i32) -> i32 {
  %c42 = arith.constant 42 : i32
  %last = arith.constant -1 : i32
  %is_42 = arith.cmpi eq, %flag, %c42 : i32
  %r = scf.if %is_42 -> (i32) {
    scf.yield %c42 : i32
  } else {
    %is_last = arith.cmpi eq, %flag, %last : i32
    %s = scf.if %is_last -> (i32) {
      %twice = arith.addi %a, %a : i32
      scf.yield %twice : i32
    } else {
      scf.yield %a : i32
    }
    scf.yield %s : i32
  }
  return %r : i32
}
