// why:    parallelize: both loops parallel (mlir-opt 22: --affine-parallelize="max-nested=3")
// run:    validate %after
// expect: proved
func.func @jac2(%A: memref<?x?xf64>, %B: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?x?xf64>
  %c1 = arith.constant 1 : index
  %M = memref.dim %A, %c1 : memref<?x?xf64>
  %cf64_2 = arith.constant 0.25 : f64
  affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%N] {
    affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%M] {
      %v1 = affine.load %A[%i - 1, %j] : memref<?x?xf64>
      %v2 = affine.load %A[%i + 1, %j] : memref<?x?xf64>
      %v3 = arith.addf %v1, %v2 : f64
      %v4 = affine.load %A[%i, %j - 1] : memref<?x?xf64>
      %v5 = arith.addf %v3, %v4 : f64
      %v6 = affine.load %A[%i, %j + 1] : memref<?x?xf64>
      %v7 = arith.addf %v5, %v6 : f64
      %v8 = arith.mulf %v7, %cf64_2 : f64
      affine.store %v8, %B[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
