// why:    tilings that say nothing, or say it of loops that are not there
// run:    footprint --tile x=4
// expect: error
// run:    footprint --tile i=0
// expect: error
// run:    footprint --tile i=-2
// expect: error
// run:    footprint --tile i=4,i=8
// expect: error
// run:    footprint --tile i
// expect: error
// run:    footprint --tile "S7, i=4"
// expect: error
// run:    footprint --tile i=4+4
// expect: error
// run:    footprint --tile "i=64; i=8"
// expect: error
// run:    footprint --tile i=4 --simulate
// expect: error
// run:    footprint --tile i=4 --param n=8 --simulate --capacity 100
// expect: error
// run:    footprint --tile i=4 --param q=8
// expect: error
// run:    footprint --slice "Q[0:4]"
// expect: error
// run:    footprint --slice "A[0:4, 1]"
// expect: error
// run:    footprint --slice "A[0:]]"
// expect: error
func.func @copy(%n: index, %A: memref<?xf32>, %B: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i] : memref<?xf32>
  }
  return
}
