// why:    the wrong neighbours: AFTER alone promises
// run:    validate %after
// expect: refuted
func.func @add(%x: complex<f32>, %y: complex<f32>) -> complex<f32> {
  %r = complex.add %x, %y : complex<f32>
  return %r : complex<f32>
}
func.func @abs(%x: complex<f32>) -> f32 {
  %r = complex.abs %x : complex<f32>
  return %r : f32
}
