func.func @f(%A: memref<300xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 200 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %A[%i] : memref<300xf32>
  }
  return
}
