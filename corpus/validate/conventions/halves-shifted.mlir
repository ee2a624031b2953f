// why:    only the high half counts, with its sign
// run:    validate %after
// expect: proved
func.func @f(%a: i64) -> i32 {
  %c = arith.constant 40 : i64
  %0 = arith.shrsi %a, %c : i64
  %1 = arith.trunci %0 : i64 to i32
  return %1 : i32
}
