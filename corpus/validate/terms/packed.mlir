// why:    narrow integers are packed: the byte around one is read though nobody wrote it whole, and put back
// run:    validate %after
// expect: unknown
func.func @f(%v: i4) -> i4 {
  %c0 = arith.constant 0 : index
  %A = memref.alloc() : memref<5xi4>
  memref.store %v, %A[%c0] : memref<5xi4>
  %r = memref.load %A[%c0] : memref<5xi4>
  return %r : i4
}
