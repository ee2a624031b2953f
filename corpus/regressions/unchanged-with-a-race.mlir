// why:    the same text, but for names, is the same function, whatever it contains: the library did not know that
// run:    validate %after
// expect: proved
// run:    validate %after --may-alias A,B
// expect: proved
func.func @race(%A: memref<4xf32>, %B: memref<4xf32>) {
  affine.parallel (%i) = (0) to (4) {
    %one = arith.constant 1.0 : f32
    %x = affine.load %A[0] : memref<4xf32>
    %y = arith.addf %x, %one : f32
    affine.store %y, %A[0] : memref<4xf32>
  }
  "test.beep"() : () -> ()
  return
}
