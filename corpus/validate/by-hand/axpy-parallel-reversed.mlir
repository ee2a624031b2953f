// why:    reverse: reversed parallel loop
// run:    validate %after
// expect: proved
func.func @axpy(%X: memref<?xf32>, %Y: memref<?xf32>, %a: f32) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %X, %c0 : memref<?xf32>
  affine.parallel (%i) = (0) to (symbol(%N)) {
    %v1 = affine.load %Y[%i] : memref<?xf32>
    %v2 = affine.load %X[%i] : memref<?xf32>
    %v3 = arith.mulf %v2, %a : f32
    %v4 = arith.addf %v1, %v3 : f32
    affine.store %v4, %Y[%i] : memref<?xf32>
  }
  return
}
