// why:    a function of `llvm` is compared like any other; what its own operations do is not known, but they are the same
// run:    validate %after
// expect: proved
llvm.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = llvm.call @outside(%0) : (i32) -> i32
  %2 = llvm.call @outside(%1) : (i32) -> i32
  %3 = arith.subi %1, %2 : i32
  llvm.return %3 : i32
}
llvm.func @outside(i32) -> i32
llvm.func @g(%c: i1, %a: i32) -> i32 {
  llvm.cond_br %c, ^bb1, ^bb2(%a : i32)
^bb1:
  %0 = arith.addi %a, %a : i32
  llvm.br ^bb2(%0 : i32)
^bb2(%r: i32):
  llvm.return %r : i32
}
