// why:    iterations written out: full blocks first, the rest in a loop of its own; a dependence is only in k
// run:    check --transform "unroll(k, 4)"
// expect: proved
// run:    transform --transform 'unroll(k, 4)' --emit mlir
// expect: ok
// run:    check --transform "unroll_jam(i, 2)"
// expect: proved
// run:    transform --transform 'unroll_jam(i, 2)' --emit mlir
// expect: ok
// run:    check --transform "unroll_jam(k, 2)"
// expect: proved
// run:    check --transform "unroll(k)"
// expect: error
// run:    transform --param p=3 --transform 'unroll(k)' --emit c
// expect: ok
func.func @matmul(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %p = memref.dim %A, %c1 : memref<?x?xf32>
  %m = memref.dim %B, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.for %k = 0 to %p {
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %prod = arith.mulf %a, %b : f32
        %sum = arith.addf %c, %prod : f32
        affine.store %sum, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
