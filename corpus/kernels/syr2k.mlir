// why:    lower half of C = alpha*(A*B' + B*A') + beta*C: four different reads feed one triangular accumulation
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @syr2k(%alpha: f64, %beta: f64, %C: memref<?x?xf64>, %A: memref<?x?xf64>, %B: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %C, %c0 : memref<?x?xf64>
  %m = memref.dim %A, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %c = affine.load %C[%i, %j] : memref<?x?xf64>
      %prod = arith.mulf %beta, %c : f64
      affine.store %prod, %C[%i, %j] : memref<?x?xf64>
    }
    affine.for %k = 0 to %m {
      affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
        %c = affine.load %C[%i, %j] : memref<?x?xf64>
        %a = affine.load %A[%j, %k] : memref<?x?xf64>
        %prod = arith.mulf %a, %alpha : f64
        %b = affine.load %B[%i, %k] : memref<?x?xf64>
        %prod1 = arith.mulf %prod, %b : f64
        %sum = arith.addf %c, %prod1 : f64
        %b1 = affine.load %B[%j, %k] : memref<?x?xf64>
        %prod2 = arith.mulf %b1, %alpha : f64
        %a1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %prod3 = arith.mulf %prod2, %a1 : f64
        %sum1 = arith.addf %sum, %prod3 : f64
        affine.store %sum1, %C[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
