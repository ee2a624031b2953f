// why:    the generic form of functions of C, and what MLIR makes of the custom one
// run:    validate %after
// expect: proved
emitc.func @main(%x: i32) -> i32 attributes {specifiers = ["static", "inline"]} {
  %r = arith.addi %x, %x : i32
  return %r : i32
}
