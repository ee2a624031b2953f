// why:    five-point mean in two half steps: every read has its own offset, every write stays inside the border
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @jacobi_2d(%steps: index, %A: memref<?x?xf64>, %B: memref<?x?xf64>, %fifth: f64) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
        %a = affine.load %A[%i, %j] : memref<?x?xf64>
        %a1 = affine.load %A[%i, %j - 1] : memref<?x?xf64>
        %sum = arith.addf %a, %a1 : f64
        %a2 = affine.load %A[%i, %j + 1] : memref<?x?xf64>
        %sum1 = arith.addf %sum, %a2 : f64
        %a3 = affine.load %A[%i + 1, %j] : memref<?x?xf64>
        %sum2 = arith.addf %sum1, %a3 : f64
        %a4 = affine.load %A[%i - 1, %j] : memref<?x?xf64>
        %sum3 = arith.addf %sum2, %a4 : f64
        %prod = arith.mulf %fifth, %sum3 : f64
        affine.store %prod, %B[%i, %j] : memref<?x?xf64>
      }
    }
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
        %b = affine.load %B[%i, %j] : memref<?x?xf64>
        %b1 = affine.load %B[%i, %j - 1] : memref<?x?xf64>
        %sum = arith.addf %b, %b1 : f64
        %b2 = affine.load %B[%i, %j + 1] : memref<?x?xf64>
        %sum1 = arith.addf %sum, %b2 : f64
        %b3 = affine.load %B[%i + 1, %j] : memref<?x?xf64>
        %sum2 = arith.addf %sum1, %b3 : f64
        %b4 = affine.load %B[%i - 1, %j] : memref<?x?xf64>
        %sum3 = arith.addf %sum2, %b4 : f64
        %prod = arith.mulf %fifth, %sum3 : f64
        affine.store %prod, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
