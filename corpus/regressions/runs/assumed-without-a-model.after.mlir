func.func @f(%m: memref<?xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  memref.store %z, %m[%c0] : memref<?xf32>
  scf.for %i = %s to %n step %s {
    memref.store %z, %m[%i] : memref<?xf32>
  }
  return
}
