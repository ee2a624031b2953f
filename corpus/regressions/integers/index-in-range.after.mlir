func.func @f(%A: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 33 : index
  scf.for %i = %c1 to %n step %c1 {
    memref.store %x, %A[%i] : memref<64xf32>
  }
  return
}
