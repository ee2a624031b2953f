// why:    linalg-property-1-assert without the assertion: the loop over the other extent touches other elements
// run:    relations
// expect: ok
// run:    validate corpus/documents/linalg-property-1-no-assert.after.mlir
// expect: refuted
func.func @copy(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %m = memref.dim %B, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %v = affine.load %A[%i] : memref<?xf32>
    affine.store %v, %B[%i] : memref<?xf32>
  }
  return
}
