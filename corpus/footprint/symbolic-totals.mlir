// why:    a tile index times a symbolic size is not affine, yet the totals over all tiles have formulas
// run:    footprint --tile i=Ti,j=Tj,k=Tk
// expect: ok
// run:    footprint --tile i=Ti,j=Tj,k=Tk --param Ti=3 --param Tj=4 --param Tk=5 --param M=7 --param N=8 --param K=9
// expect: ok
func.func @matmul(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>, %M: index, %N: index, %K: index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to %N {
      affine.for %k = 0 to %K {
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
