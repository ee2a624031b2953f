// why:    the product of the extents of one buffer fits, so the coalesced loop needs no assumption
// run:    validate %after
// expect: proved
func.func @f(%A: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
 %m = memref.dim %A, %c1 : memref<?x?xf32>
 scf.for %i = %c0 to %n step %c1 {
 scf.for %j = %c0 to %m step %c1 {
 memref.store %x, %A[%i, %j] : memref<?x?xf32>
 }
 }
  return
}
