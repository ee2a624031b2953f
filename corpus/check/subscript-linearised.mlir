// why:    8i + j names each pair once while j < 8; with nine columns the ends of neighbouring rows meet, distance (1, -8)
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "parallelize(i_1)"
// expect: refuted
// run:    check --transform "reverse(S1, i_1)"
// expect: refuted
func.func @subscript_linearised(%n: index, %X: memref<?xf32>, %A: memref<?xf32>, %B: memref<?xf32>) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 8 {
      %x = affine.load %X[%i] : memref<?xf32>
      affine.store %x, %A[8 * %i + %j] : memref<?xf32>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 9 {
      %x = affine.load %X[%i] : memref<?xf32>
      affine.store %x, %B[8 * %i + %j] : memref<?xf32>
    }
  }
  return
}
