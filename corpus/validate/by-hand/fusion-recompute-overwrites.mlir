// why:    recompute overwrites final: the producer is recomputed inside the consumer and puts back the value that the middle loop had replaced
// run:    validate %after
// expect: refuted
func.func @three_stage(%A: memref<?xi32>, %B: memref<?xi32>, %C: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %N = memref.dim %A, %c0 : memref<?xi32>
  %ci32_1 = arith.constant 1 : i32
  %ci32_2 = arith.constant 3 : i32
  affine.for %i = 0 to %N {
    %v1 = affine.load %B[%i] : memref<?xi32>
    %v2 = arith.addi %v1, %ci32_1 : i32
    affine.store %v2, %A[%i] : memref<?xi32>
  }
  affine.for %i = 1 to %N {
    %v3 = affine.load %A[%i] : memref<?xi32>
    %v4 = arith.muli %v3, %ci32_2 : i32
    affine.store %v4, %A[%i] : memref<?xi32>
  }
  affine.for %i = 0 to %N {
    %v5 = affine.load %A[%i] : memref<?xi32>
    affine.store %v5, %C[%i] : memref<?xi32>
  }
  return
}
