// why:    rows of 24 elements do not begin lines of 16: lines are those of the address, and columns cost one line each
// run:    footprint --tile i=8,j=8
// expect: ok
// run:    footprint --tile i=8,j=8 --line 32
// expect: ok
// run:    footprint --tile i=8,j=8 --simulate --capacity 2KiB
// expect: ok
// run:    footprint --tile i=8,j=8 --simulate --capacity 2KiB --ways 2
// expect: ok
func.func @transpose(%A: memref<24x24xf32>, %B: memref<24x24xf32>) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 24 {
      %a = affine.load %A[%j, %i] : memref<24x24xf32>
      affine.store %a, %B[%i, %j] : memref<24x24xf32>
    }
  }
  return
}
