// why:    the tile of a matrix product: formulas for full and partial tiles, traffic, overlap, intensity
// run:    footprint --tile i=32,j=32,k=8
// expect: ok
// run:    footprint --tile i=32,j=32,k=8 --param n=100 --param m=64 --param p=20
// expect: ok
// run:    footprint --tile i=Ti,j=Tj,k=Tk
// expect: ok
// run:    footprint --tile i=64:16,j=64:8
// expect: ok
// run:    footprint --tile i=4,j=4,k=4 --param n=12 --param m=10 --param p=8 --simulate --capacity 1KiB
// expect: ok
// run:    footprint
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
        %a = affine.load %A[%i, %k] : memref<?x?xf32>
        %b = affine.load %B[%k, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %product = arith.mulf %a, %b : f32
        %sum = arith.addf %c, %product : f32
        affine.store %sum, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
