func.func @f(%A: memref<?xf32>, %n: index, %s: index, %x: f32) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %s {
    memref.store %x, %A[%i] : memref<?xf32>
  }
  return
}
