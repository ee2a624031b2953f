// why:    the loop stays within the array however long it runs, so a negative bound is no excuse; no run ends that shows it
// run:    validate %after
// expect: unknown
func.func @f(%A: memref<?xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %i = %c0 to %n step %c1 {
    memref.store %x, %A[%c0] : memref<?xf32>
  }
  return
}
