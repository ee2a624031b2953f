// why:    five shifted reads are one set, a box without its corners: the hull has four elements too many
// run:    footprint --tile i=16,j=16
// expect: ok
// run:    footprint --tile i=16,j=16 --simulate --capacity 4KiB
// expect: ok
func.func @stencil(%n: index, %A: memref<34x34xf64>, %B: memref<34x34xf64>) {
  affine.for %i = 1 to 33 {
    affine.for %j = 1 to 33 {
      %a = affine.load %A[%i, %j] : memref<34x34xf64>
      %b = affine.load %A[%i - 1, %j] : memref<34x34xf64>
      %c = affine.load %A[%i + 1, %j] : memref<34x34xf64>
      %d = affine.load %A[%i, %j - 1] : memref<34x34xf64>
      %e = affine.load %A[%i, %j + 1] : memref<34x34xf64>
      %s = arith.addf %a, %b : f64
      %t = arith.addf %c, %d : f64
      %u = arith.addf %s, %t : f64
      %v = arith.addf %u, %e : f64
      affine.store %v, %B[%i, %j] : memref<34x34xf64>
    }
  }
  return
}
