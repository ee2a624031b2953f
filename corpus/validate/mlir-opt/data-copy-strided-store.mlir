// why:    uninitialised copy out: only every third element is stored but the whole buffer is copied out (mlir-opt 22: --affine-data-copy-generate="generate-dma=false fast-mem-space=0")
// run:    validate %after
// expect: refuted
func.func @every_third(%A: memref<11xi32>) {
  %ci32_0 = arith.constant 77 : i32
  affine.for %i = 0 to 11 step 3 {
    affine.store %ci32_0, %A[%i] : memref<11xi32>
  }
  return
}
