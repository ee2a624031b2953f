// why:    what nobody wrote is read and given back
// run:    validate %after
// expect: refuted
func.func @f(%v: i4) -> i8 {
  %c0 = arith.constant 0 : index
  %A = memref.alloc() : memref<5xi4>
  memref.store %v, %A[%c0] : memref<5xi4>
  %r = arith.extui %v : i4 to i8
  return %r : i8
}
