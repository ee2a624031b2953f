// why:    what only AFTER declares and calls may be the library that an operation is lowered to (arith-to-apfloat of LLVM 22), so that it is called refutes nothing
// run:    validate %after
// expect: unknown
func.func @f(%a: f32) -> f32 {
  %r = arith.negf %a : f32
  return %r : f32
}
