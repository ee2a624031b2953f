// why:    the branches of a function of `llvm` are the other way round
// run:    validate %after
// expect: refuted
llvm.func @g(%c: i1, %a: i32) -> i32 {
  llvm.cond_br %c, ^bb1, ^bb2(%a : i32)
^bb1:
  %0 = arith.addi %a, %a : i32
  llvm.br ^bb2(%0 : i32)
^bb2(%r: i32):
  llvm.return %r : i32
}
