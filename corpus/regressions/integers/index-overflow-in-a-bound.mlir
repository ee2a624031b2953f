// why:    a loop from `n` to `n + 1` runs once but for the largest index: the proof says what it assumes
// run:    validate %after
// expect: proved
func.func @f(%A: memref<8xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.addi %n, %c1 : index
  scf.for %i = %n to %m step %c1 {
    memref.store %x, %A[%c0] : memref<8xf32>
  }
  return
}
