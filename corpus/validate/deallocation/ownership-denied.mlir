// why:    the condition of the buffer that is retained is false: the caller is told that it owns nothing
// run:    validate %after
// expect: refuted
func.func @twice(%A: memref<?xf32>) -> (memref<?xf32>, i1) {
  %true = arith.constant true
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %t = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %d = arith.addf %a, %a : f32
    affine.store %d, %t[%i] : memref<?xf32>
  }
  %r = memref.alloc(%n) : memref<?xf32>
  memref.copy %t, %r : memref<?xf32> to memref<?xf32>
  memref.dealloc %t : memref<?xf32>
  return %r, %true : memref<?xf32>, i1
}
