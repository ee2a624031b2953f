// why:    `n + 1 > n` holds for all indices but the largest: the proof says what it assumes
// run:    validate %after
// expect: proved
func.func @f(%A: memref<8xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.store %x, %A[%c0] : memref<8xf32>

  return
}
