func.func @race(%X: memref<4xf32>, %Y: memref<4xf32>) {
  affine.parallel (%k) = (0) to (4) {
    %c = arith.constant 1.0 : f32
    %x = affine.load %X[0] : memref<4xf32>
    %y = arith.addf %x, %c : f32
    affine.store %y, %X[0] : memref<4xf32>
  }
  "test.beep"() : () -> ()
  return
}
