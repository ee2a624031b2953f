// why:    one loop over a block of 4 by 6 by 8: its indices are quotients and remainders, and put together again they are the counter
// run:    relations
// expect: ok
func.func @indices_linearised(%A: memref<4x6x8xf32>, %B: memref<192xf32>) {
  affine.for %t = 0 to 192 {
    %at:3 = affine.delinearize_index %t into (4, 6, 8) : index, index, index
    %a = memref.load %A[%at#0, %at#1, %at#2] : memref<4x6x8xf32>
    %back = affine.linearize_index disjoint [%at#0, %at#1, %at#2] by (4, 6, 8) : index
    memref.store %a, %B[%back] : memref<192xf32>
  }
  return
}
