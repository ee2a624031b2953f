// why:    Linalg document, property 1: an assertion that shapes agree is a fact: accesses are in bounds, either extent may bound the loop
// run:    relations
// expect: ok
// run:    validate corpus/documents/linalg-property-1-assert.after.mlir
// expect: proved
func.func @copy(%A: memref<?xf32>, %B: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %m = memref.dim %B, %c0 : memref<?xf32>
  %same = arith.cmpi eq, %n, %m : index
  cf.assert %same, "the shapes differ"
  affine.for %i = 0 to %n {
    %v = affine.load %A[%i] : memref<?xf32>
    affine.store %v, %B[%i] : memref<?xf32>
  }
  return
}
