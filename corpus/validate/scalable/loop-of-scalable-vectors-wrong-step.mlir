// why:    As loop-of-scalable-vectors, with steps of four elements: right where the vector scale is one, and nowhere else.
// run:    validate %after
// expect: refuted
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
