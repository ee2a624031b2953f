// why:    data copy empty inner: the inner loop is empty for i = 0 and 1, yet the buffer that stands for R[i] is copied out (mlir-opt 22: --affine-data-copy-generate="generate-dma=false fast-mem-space=0")
// run:    validate %after
// expect: refuted
func.func @last_below(%L: memref<7x7xi32>, %R: memref<7xi32>) {
  affine.for %i = 0 to 7 {
    affine.for %j = 1 to affine_map<(d0) -> (d0)>(%i) {
      %v1 = affine.load %L[%j, %i] : memref<7x7xi32>
      affine.store %v1, %R[%i] : memref<7xi32>
    }
  }
  return
}
