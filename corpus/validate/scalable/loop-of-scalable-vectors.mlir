// why:    A loop made of vectors as long as the machine has: with the mask of what is left it is right for each vector scale. Terms cannot compare a loop over elements with one over vectors, so each scale is compared by itself, and the proof says so.
// run:    validate %after
// expect: proved
func.func @scale(%A: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %A[%i] : memref<?xf32>
    %y = arith.mulf %x, %f : f32
    memref.store %y, %A[%i] : memref<?xf32>
  }
  return
}
