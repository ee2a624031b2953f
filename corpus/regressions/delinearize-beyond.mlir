// why:    beyond the outer bound of its basis an index has no parts, so these may be taken for zero
// run:    validate %after
// expect: proved
func.func @f(%A: memref<8xindex>, %x: index) {
  %c0 = arith.constant 0 : index
  %q:2 = affine.delinearize_index %x into (1, 1) : index, index
  memref.store %q#0, %A[%c0] : memref<8xindex>
  return
}
