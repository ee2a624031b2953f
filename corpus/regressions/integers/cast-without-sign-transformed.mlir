// why:    the bound is 255: taken for -1, an empty function was written
// run:    transform --transform "reverse(i)"
// expect: ok
func.func @f(%A: memref<300xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant -1 : i8
  %n = arith.index_castui %k : i8 to index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %A[%i] : memref<300xf32>
  }
  return
}
