// why:    permute: lower triangle with the bounds rewritten properly
// run:    validate %after
// expect: proved
func.func @lower(%A: memref<?x?xf32>, %x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %v1 = affine.load %A[%i, %j] : memref<?x?xf32>
      %v2 = affine.load %x[%j] : memref<?xf32>
      %v3 = arith.mulf %v1, %v2 : f32
      affine.store %v3, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
