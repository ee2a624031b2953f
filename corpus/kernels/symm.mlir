// why:    C = alpha*A*B + beta*C with A symmetric and only its lower half stored: row i also adds to all rows above it
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @symm(%alpha: f64, %beta: f64, %C: memref<?x?xf64>, %A: memref<?x?xf64>, %B: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %C, %c0 : memref<?x?xf64>
  %n = memref.dim %C, %c1 : memref<?x?xf64>
  %zero = arith.constant 0.0 : f64
  %t = memref.alloca() : memref<f64>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.store %zero, %t[] : memref<f64>
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %c = affine.load %C[%k, %j] : memref<?x?xf64>
        %b = affine.load %B[%i, %j] : memref<?x?xf64>
        %prod = arith.mulf %alpha, %b : f64
        %a = affine.load %A[%i, %k] : memref<?x?xf64>
        %prod1 = arith.mulf %prod, %a : f64
        %sum = arith.addf %c, %prod1 : f64
        affine.store %sum, %C[%k, %j] : memref<?x?xf64>
        %tv = affine.load %t[] : memref<f64>
        %b1 = affine.load %B[%k, %j] : memref<?x?xf64>
        %a1 = affine.load %A[%i, %k] : memref<?x?xf64>
        %prod2 = arith.mulf %b1, %a1 : f64
        %sum1 = arith.addf %tv, %prod2 : f64
        affine.store %sum1, %t[] : memref<f64>
      }
      %c = affine.load %C[%i, %j] : memref<?x?xf64>
      %prod = arith.mulf %beta, %c : f64
      %b = affine.load %B[%i, %j] : memref<?x?xf64>
      %prod1 = arith.mulf %alpha, %b : f64
      %a = affine.load %A[%i, %i] : memref<?x?xf64>
      %prod2 = arith.mulf %prod1, %a : f64
      %sum = arith.addf %prod, %prod2 : f64
      %tv = affine.load %t[] : memref<f64>
      %prod3 = arith.mulf %alpha, %tv : f64
      %sum1 = arith.addf %sum, %prod3 : f64
      affine.store %sum1, %C[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
