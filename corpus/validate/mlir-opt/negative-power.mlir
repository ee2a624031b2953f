// why:    math-algebraic-simplification of LLVM 22: x to the power of -2 becomes 1 / (x * x), and 65536 * 65536 is 0 in 32 bits
// run:    validate %after
// expect: refuted
func.func @f(%x: i32) -> i32 {
  %c = arith.constant -2 : i32
  %r = math.ipowi %x, %c : i32
  return %r : i32
}
