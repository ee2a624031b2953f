// why:    no signed loop counts beyond the signed numbers, and there was one in the program that was written
// run:    transform --transform "reverse(i)"
// expect: error
func.func @f(%A: memref<8xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %i = %c0 to %n step %c1 {
    memref.store %x, %A[%c0] : memref<8xf32>
  }
  return
}
