// why:    As region-in-blocks, with one operand another.
// run:    validate %after
// expect: refuted
func.func @f(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    %0 = arith.muli %x, %y : i32
    scf.yield %0 : i32
  ^b:
    %1 = scf.execute_region -> i32 no_inline {
      %2 = arith.subi %x, %y : i32
      scf.yield %2 : i32
    }
    scf.yield %1 : i32
  }
  %s = arith.addi %r, %y : i32
  return %s : i32
}
