// why:    the wrong neighbours: a last step that is shorter, and a bound that is reached
// run:    validate %after
// expect: refuted
func.func @least(%A: memref<4xindex>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c2 {
    %m = affine.min affine_map<(d0) -> (2, -d0 + 3)>(%i)
    memref.store %m, %A[%i] : memref<4xindex>
  }
  return
}
func.func @below(%A: memref<?xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = arith.cmpi sge, %i, %c1 : index
    memref.store %m, %A[%i] : memref<?xi1>
  }
  return
}
