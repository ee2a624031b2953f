// why:    a switch between blocks, and a branch for each of its cases
// run:    validate %after
// expect: proved
func.func @f(%flag: i32, %a: i32) -> i32 {
  cf.switch %flag : i32, [
    default: ^bb1(%a : i32),
    42: ^bb1(%flag : i32),
    -1: ^bb2
  ]
^bb1(%r: i32):
  return %r : i32
^bb2:
  %twice = arith.addi %a, %a : i32
  return %twice : i32
}
