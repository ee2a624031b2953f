// why:    vector stride: a step of 2 is vectorised as contiguous (mlir-opt 22: --affine-super-vectorize='virtual-vector-size=4 test-fastest-varying=0')
// run:    validate %after
// expect: refuted
func.func @odds(%A: memref<24xf32>, %s: f32) {
  affine.for %i = 1 to 17 step 2 {
    affine.store %s, %A[%i] : memref<24xf32>
  }
  return
}
