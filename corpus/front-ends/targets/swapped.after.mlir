llvm.func @g(%c: i1, %a: i32) -> i32 {
  llvm.cond_br %c, ^bb2(%a : i32), ^bb1
^bb1:
  %0 = arith.addi %a, %a : i32
  llvm.br ^bb2(%0 : i32)
^bb2(%r: i32):
  llvm.return %r : i32
}
