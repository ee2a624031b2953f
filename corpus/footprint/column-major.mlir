// why:    a layout that is a permutation: in memory the columns are contiguous, and lines go along them
// run:    footprint --tile i=16,j=4
// expect: ok
func.func @columns(%A: memref<32x32xf32, affine_map<(d0, d1) -> (d1, d0)>>, %B: memref<32x32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %a = affine.load %A[%i, %j] : memref<32x32xf32, affine_map<(d0, d1) -> (d1, d0)>>
      affine.store %a, %B[%i, %j] : memref<32x32xf32>
    }
  }
  return
}
