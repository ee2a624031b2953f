// why:    tile: strided and dilated window (mlir-opt 22: --affine-loop-tile="tile-sizes=4,2")
// run:    validate %after
// expect: proved
func.func @conv1(%X: memref<?xf32>, %W: memref<?xf32>, %Y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %K = memref.dim %W, %c0 : memref<?xf32>
  %M = memref.dim %Y, %c0 : memref<?xf32>
  affine.for %o = 0 to %M {
    affine.for %k = 0 to %K {
      %v1 = affine.load %Y[%o] : memref<?xf32>
      %v2 = affine.load %X[%o * 2 + %k * 3] : memref<?xf32>
      %v3 = affine.load %W[%k] : memref<?xf32>
      %v4 = arith.mulf %v2, %v3 : f32
      %v5 = arith.addf %v1, %v4 : f32
      affine.store %v5, %Y[%o] : memref<?xf32>
    }
  }
  return
}
