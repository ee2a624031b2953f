// why:    a tile of 8 x 8 iterations of a five-point stencil reads a cross-shaped halo around it: 100 cells less 4 corners
// run:    map --stmt S0 --iterations '{ [i,j] : 8 <= i < 16 and 8 <= j < 16 }'
// expect: ok
// run:    map --stmt S0 --data '{ A[x,y] : x = 0 and y = 0 }'
// expect: ok
// run:    map --stmt S0 --data '{ A[x,y] : x = 10 and y = 10 }'
// expect: ok
func.func @stencil_halo(%A: memref<64x64xf64>, %B: memref<64x64xf64>) {
  affine.for %i = 1 to 63 {
    affine.for %j = 1 to 63 {
      %here = affine.load %A[%i, %j] : memref<64x64xf64>
      %up = affine.load %A[%i - 1, %j] : memref<64x64xf64>
      %down = affine.load %A[%i + 1, %j] : memref<64x64xf64>
      %left = affine.load %A[%i, %j - 1] : memref<64x64xf64>
      %right = affine.load %A[%i, %j + 1] : memref<64x64xf64>
      %s0 = arith.addf %here, %up : f64
      %s1 = arith.addf %s0, %down : f64
      %s2 = arith.addf %s1, %left : f64
      %s3 = arith.addf %s2, %right : f64
      affine.store %s3, %B[%i, %j] : memref<64x64xf64>
    }
  }
  return
}
