// why:    a strided access is an exact slice with a stride, where a hull has twice the elements
// run:    footprint --tile i=8
// expect: ok
// run:    footprint --slice "A[0:32:2]"
// expect: ok
// run:    footprint --slice "A[1:9]"
// expect: ok
func.func @halves(%A: memref<64xf32>, %B: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[2 * %i] : memref<64xf32>
    affine.store %a, %B[%i] : memref<32xf32>
  }
  return
}
