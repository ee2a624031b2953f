// why:    what one iteration leaves the next one reads: room of their own takes that away, and no repair is found
// run:    check --transform "privatise(i, T)"
// expect: refuted
// run:    check --transform "privatise(i, T, first)"
// expect: refuted
// run:    check --transform "expand_array(i, T)"
// expect: error
// run:    check --transform "parallelize(i)"
// expect: refuted
func.func @carry(%A: memref<?xf32>, %n: index) {
  %T = memref.alloc() : memref<f32>
  %z = arith.constant 0.0 : f32
  affine.store %z, %T[] : memref<f32>
  affine.for %i = 0 to %n {
    %t = affine.load %T[] : memref<f32>
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %t, %A[%i] : memref<?xf32>
    affine.store %a, %T[] : memref<f32>
  }
  memref.dealloc %T : memref<f32>
  return
}
