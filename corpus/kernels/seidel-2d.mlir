// why:    nine-point mean in place: half of the neighbours are new, half are old; all three loops carry dependences
// run:    relations
// expect: ok
// run:    deps
// expect: ok
func.func @seidel_2d(%steps: index, %A: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?x?xf64>
  %nine = arith.constant 9.0 : f64
  affine.for %t = 0 to %steps {
    affine.for %i = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
      affine.for %j = 1 to affine_map<()[n] -> (n - 1)>()[%n] {
        %a = affine.load %A[%i - 1, %j - 1] : memref<?x?xf64>
        %a1 = affine.load %A[%i - 1, %j] : memref<?x?xf64>
        %sum = arith.addf %a, %a1 : f64
        %a2 = affine.load %A[%i - 1, %j + 1] : memref<?x?xf64>
        %sum1 = arith.addf %sum, %a2 : f64
        %a3 = affine.load %A[%i, %j - 1] : memref<?x?xf64>
        %sum2 = arith.addf %sum1, %a3 : f64
        %a4 = affine.load %A[%i, %j] : memref<?x?xf64>
        %sum3 = arith.addf %sum2, %a4 : f64
        %a5 = affine.load %A[%i, %j + 1] : memref<?x?xf64>
        %sum4 = arith.addf %sum3, %a5 : f64
        %a6 = affine.load %A[%i + 1, %j - 1] : memref<?x?xf64>
        %sum5 = arith.addf %sum4, %a6 : f64
        %a7 = affine.load %A[%i + 1, %j] : memref<?x?xf64>
        %sum6 = arith.addf %sum5, %a7 : f64
        %a8 = affine.load %A[%i + 1, %j + 1] : memref<?x?xf64>
        %sum7 = arith.addf %sum6, %a8 : f64
        %quot = arith.divf %sum7, %nine : f64
        affine.store %quot, %A[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
