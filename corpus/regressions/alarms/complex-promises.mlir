// why:    operations on complex numbers promise what their flags say, of the parts of operands and result (complex-to-standard of LLVM 22)
// run:    validate %after
// expect: unknown
func.func @add(%x: complex<f32>, %y: complex<f32>) -> complex<f32> {
  %r = complex.add %x, %y fastmath<nnan> : complex<f32>
  return %r : complex<f32>
}
func.func @abs(%x: complex<f32>) -> f32 {
  %r = complex.abs %x fastmath<ninf> : complex<f32>
  return %r : f32
}
