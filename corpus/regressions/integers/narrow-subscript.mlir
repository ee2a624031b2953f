// why:    a subscript that goes through 8 bits wraps at 256
// run:    validate %after
// expect: refuted
func.func @f(%A: memref<300xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c300 = arith.constant 300 : index
  scf.for %i = %c0 to %c300 step %c1 {
    %t = arith.index_cast %i : index to i8
    %u = arith.index_castui %t : i8 to index
    memref.store %x, %A[%u] : memref<300xf32>
  }
  return
}
