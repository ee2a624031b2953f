// why:    tiles of two levels, tiles of parametric loops with full ones apart, and their loops by handles
// run:    check --transform "permute(k, i, j)"
// expect: proved
// run:    check --transform "tile(i=32:8, j=32:8, k=16)"
// expect: proved
// run:    check --transform "io, jo = tile(i=32, j=32); interchange(io, jo); parallelize(jo)"
// expect: proved
// run:    transform --transform 'tile(i=32, j=16); separate(i_t, j_t)' --emit c
// expect: ok
// run:    transform --transform 'tile(i=32:8, k=16)' --emit mlir
// expect: ok
// run:    check --transform "separate(i)"
// expect: error
// run:    check --transform "a = tile(i=4, j=4)"
// expect: error
// run:    check --transform "k = strip_mine(i, 4)"
// expect: error
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
