// why:    math-expand-ops of LLVM 22 takes the smaller of value and lower bound first: 0.0 within -1.0 and 1.0 becomes 1.0 (mended by llvm/llvm-project PR 175012)
// run:    validate %after
// expect: refuted
func.func @f(%a: f32) -> f32 {
  %lo = arith.constant -1.0 : f32
  %hi = arith.constant 1.0 : f32
  %r = math.clampf %a to [%lo, %hi] : f32
  return %r : f32
}
