func.func @f(%a: i32, %b: i32, %n: index, %s: index) -> i32 {
  %c0 = arith.constant 0 : index
  %d = arith.divsi %a, %b : i32
  %r = scf.for %i = %c0 to %n step %s iter_args(%t = %a) -> (i32) {
    %u = arith.xori %t, %d : i32
    scf.yield %u : i32
  }
  return %r : i32
}
