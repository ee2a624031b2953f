// why:    the variable of a loop is within its bounds, and a whole number of steps from the first
// run:    validate %after
// expect: proved
func.func @least(%A: memref<4xindex>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c2 {
    %m = affine.min affine_map<(d0) -> (2, -d0 + 4)>(%i)
    memref.store %m, %A[%i] : memref<4xindex>
  }
  return
}
func.func @below(%A: memref<?xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = arith.cmpi sge, %i, %n : index
    memref.store %m, %A[%i] : memref<?xi1>
  }
  return
}
