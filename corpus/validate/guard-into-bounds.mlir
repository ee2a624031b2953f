// why:    conditions on the loop variables become bounds, one loop becomes three
// run:    validate %after
// expect: proved
func.func @edges(%A: memref<?xf32>, %f: f32, %g: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0)[s0] : (d0 - 2 >= 0, s0 - d0 - 3 >= 0)>(%i)[%n] {
      affine.store %f, %A[%i] : memref<?xf32>
    } else {
      affine.store %g, %A[%i] : memref<?xf32>
    }
  }
  return
}
