func.func @add(%x: complex<f32>, %y: complex<f32>) -> complex<f32> {
  %a = complex.re %x : complex<f32>
  %c = complex.re %y : complex<f32>
  %re = arith.addf %a, %c fastmath<nnan> : f32
  %b = complex.im %x : complex<f32>
  %d = complex.im %y : complex<f32>
  %im = arith.addf %b, %d fastmath<nnan> : f32
  %r = complex.create %re, %im : complex<f32>
  return %r : complex<f32>
}
func.func @abs(%x: complex<f32>) -> f32 {
  %r = complex.abs %x : complex<f32>
  return %r : f32
}
