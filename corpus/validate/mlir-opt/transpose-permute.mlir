// why:    permute: loops exchanged (mlir-opt 22: --test-loop-permutation="permutation-map=1,0")
// run:    validate %after
// expect: proved
func.func @transpose(%A: memref<?x?xi32>, %B: memref<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xi32>
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c1 : memref<?x?xi32>
  affine.for %i = 0 to %N {
    affine.for %j = 0 to %M {
      %v1 = affine.load %A[%i, %j] : memref<?x?xi32>
      affine.store %v1, %B[%j, %i] : memref<?x?xi32>
    }
  }
  return
}
