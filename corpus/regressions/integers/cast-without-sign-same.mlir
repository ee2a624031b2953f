// why:    -1 of 8 bits is 255 as an index without a sign
// run:    validate %after
// expect: proved
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
