// why:    the high half comes first
// run:    validate %after
// expect: unknown
func.func @f(%a: i64, %b: i64) -> i64 {
  %c = arith.constant 4294967298 : i64
  %0 = arith.addi %a, %b : i64
  %1 = arith.xori %0, %c : i64
  return %1 : i64
}
