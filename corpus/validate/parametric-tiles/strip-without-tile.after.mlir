func.func @scale(%A: memref<?xf32>, %n: index, %s: index, %f: f32) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %s {
    %x = memref.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %f : f32
    memref.store %y, %A[%i] : memref<?xf32>
  }
  return
}
