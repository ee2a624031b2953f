func.func @f(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %z = arith.constant 0 : i32
  %d = arith.divsi %a, %z : i32
  %s = arith.constant 12 : i32
  %r = arith.addi %s, %x : i32
  return %r : i32
}
