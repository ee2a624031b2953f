// why:    explicit heat equation in three dimensions: second differences along each axis, two half steps per time step
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @heat_3d(%steps: index, %A: memref<?x?x?xf64>, %B: memref<?x?x?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?x?xf64>
  %eighth = arith.constant 0.125 : f64
  %two = arith.constant 2.0 : f64
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
        affine.for %k = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
          %a = affine.load %A[%i + 1, %j, %k] : memref<?x?x?xf64>
          %a1 = affine.load %A[%i, %j, %k] : memref<?x?x?xf64>
          %prod = arith.mulf %two, %a1 : f64
          %diff = arith.subf %a, %prod : f64
          %a2 = affine.load %A[%i - 1, %j, %k] : memref<?x?x?xf64>
          %sum = arith.addf %diff, %a2 : f64
          %prod1 = arith.mulf %eighth, %sum : f64
          %a3 = affine.load %A[%i, %j + 1, %k] : memref<?x?x?xf64>
          %a4 = affine.load %A[%i, %j, %k] : memref<?x?x?xf64>
          %prod2 = arith.mulf %two, %a4 : f64
          %diff1 = arith.subf %a3, %prod2 : f64
          %a5 = affine.load %A[%i, %j - 1, %k] : memref<?x?x?xf64>
          %sum1 = arith.addf %diff1, %a5 : f64
          %prod3 = arith.mulf %eighth, %sum1 : f64
          %sum2 = arith.addf %prod1, %prod3 : f64
          %a6 = affine.load %A[%i, %j, %k + 1] : memref<?x?x?xf64>
          %a7 = affine.load %A[%i, %j, %k] : memref<?x?x?xf64>
          %prod4 = arith.mulf %two, %a7 : f64
          %diff2 = arith.subf %a6, %prod4 : f64
          %a8 = affine.load %A[%i, %j, %k - 1] : memref<?x?x?xf64>
          %sum3 = arith.addf %diff2, %a8 : f64
          %prod5 = arith.mulf %eighth, %sum3 : f64
          %sum4 = arith.addf %sum2, %prod5 : f64
          %a9 = affine.load %A[%i, %j, %k] : memref<?x?x?xf64>
          %sum5 = arith.addf %sum4, %a9 : f64
          affine.store %sum5, %B[%i, %j, %k] : memref<?x?x?xf64>
        }
      }
    }
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
        affine.for %k = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
          %b = affine.load %B[%i + 1, %j, %k] : memref<?x?x?xf64>
          %b1 = affine.load %B[%i, %j, %k] : memref<?x?x?xf64>
          %prod = arith.mulf %two, %b1 : f64
          %diff = arith.subf %b, %prod : f64
          %b2 = affine.load %B[%i - 1, %j, %k] : memref<?x?x?xf64>
          %sum = arith.addf %diff, %b2 : f64
          %prod1 = arith.mulf %eighth, %sum : f64
          %b3 = affine.load %B[%i, %j + 1, %k] : memref<?x?x?xf64>
          %b4 = affine.load %B[%i, %j, %k] : memref<?x?x?xf64>
          %prod2 = arith.mulf %two, %b4 : f64
          %diff1 = arith.subf %b3, %prod2 : f64
          %b5 = affine.load %B[%i, %j - 1, %k] : memref<?x?x?xf64>
          %sum1 = arith.addf %diff1, %b5 : f64
          %prod3 = arith.mulf %eighth, %sum1 : f64
          %sum2 = arith.addf %prod1, %prod3 : f64
          %b6 = affine.load %B[%i, %j, %k + 1] : memref<?x?x?xf64>
          %b7 = affine.load %B[%i, %j, %k] : memref<?x?x?xf64>
          %prod4 = arith.mulf %two, %b7 : f64
          %diff2 = arith.subf %b6, %prod4 : f64
          %b8 = affine.load %B[%i, %j, %k - 1] : memref<?x?x?xf64>
          %sum3 = arith.addf %diff2, %b8 : f64
          %prod5 = arith.mulf %eighth, %sum3 : f64
          %sum4 = arith.addf %sum2, %prod5 : f64
          %b9 = affine.load %B[%i, %j, %k] : memref<?x?x?xf64>
          %sum5 = arith.addf %sum4, %b9 : f64
          affine.store %sum5, %A[%i, %j, %k] : memref<?x?x?xf64>
        }
      }
    }
  }
  return
}
