// why:    callers do not know which argument the result was
// run:    validate %after
// expect: unknown
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>, %c: i1) -> memref<8xf32> {
  %0 = arith.select %c, %A, %B : memref<8xf32>
  return %0 : memref<8xf32>
}
