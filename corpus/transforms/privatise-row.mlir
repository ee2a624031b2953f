// why:    each iteration fills the row before it reads it, so rows of their own make iterations independent
// run:    check --transform "privatise(i, T); parallelize(i)"
// expect: proved
// run:    check --transform "expand_array(i, T); distribute(i)"
// expect: proved
// run:    check --transform "expand_array(i, T); parallelize(i)"
// expect: proved
// run:    check --transform "tile(i=2); privatise(i_t, T); parallelize(i_t)"
// expect: proved
// run:    check --transform "parallelize(i)"
// expect: refuted
// run:    check --transform "distribute(i)"
// expect: refuted
// run:    check --transform "tile(i=2); parallelize(i_t)"
// expect: refuted
// run:    check --transform "privatise(j, T)"
// expect: refuted
func.func @rows(%A: memref<?x4xf32>, %n: index) {
  %T = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<?x4xf32>
      affine.store %a, %T[%j] : memref<4xf32>
    }
    affine.for %k = 0 to 4 {
      %t = affine.load %T[-%k + 3] : memref<4xf32>
      affine.store %t, %A[%i, %k] : memref<?x4xf32>
    }
  }
  memref.dealloc %T : memref<4xf32>
  return
}
