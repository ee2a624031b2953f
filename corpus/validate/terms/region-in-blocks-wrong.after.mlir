func.func @f(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = arith.muli %x, %y : i32
  cf.br ^end(%0 : i32)
^b:
  %1 = arith.subi %y, %x : i32
  cf.br ^end(%1 : i32)
^end(%r: i32):
  %s = arith.addi %r, %y : i32
  return %s : i32
}
