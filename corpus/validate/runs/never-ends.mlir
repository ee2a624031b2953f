// why:    runs of a loop that does not end for most numbers took 40 s, because runs that were stopped did not count
// run:    validate %after
// expect: unknown
func.func @search(%x: i32) -> i32 {
  %0 = scf.while (%a = %x) : (i32) -> i32 {
    %c = arith.constant 10 : i32
    %1 = arith.cmpi slt, %a, %c : i32
    scf.condition(%1) %a : i32
  } do {
  ^bb0(%a: i32):
    scf.yield %a : i32
  }
  return %0 : i32
}
