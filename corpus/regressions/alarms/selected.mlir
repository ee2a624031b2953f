// why:    poison that is computed and not selected makes no difference, so it refutes nothing (math-expand-ops of LLVM 22)
// run:    validate %after
// expect: unknown
func.func @round(%a: f32) -> f32 {
  %r = math.round %a : f32
  return %r : f32
}
func.func @shift(%a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %is = arith.cmpi ult, %b, %c32 : i32
  %r = scf.if %is -> i32 {
    %s = arith.shli %a, %b : i32
    scf.yield %s : i32
  } else {
    scf.yield %c0 : i32
  }
  return %r : i32
}
