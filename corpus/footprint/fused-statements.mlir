// why:    two statements in one band share its tiles; what both read counts once in the working set
// run:    footprint --tile i=16,j=16
// expect: ok
// run:    footprint --slice "T[0:4, 0:4]"
// expect: ok
func.func @fused(%n: index, %A: memref<?x?xf32>, %T: memref<?x?xf32>, %B: memref<?x?xf32>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %d = arith.addf %a, %a : f32
      affine.store %d, %T[%i, %j] : memref<?x?xf32>
      %b = affine.load %A[%i, %j] : memref<?x?xf32>
      %t = affine.load %T[%i, %j] : memref<?x?xf32>
      %s = arith.mulf %b, %t : f32
      affine.store %s, %B[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
