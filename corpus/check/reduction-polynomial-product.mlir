// why:    all pairs with i + j = c add into P[c], distance (1, -1): the swap only reorders one sum
// run:    check --transform "interchange(i, j)"
// expect: proved-reassociated
// run:    check --transform "tile(i=2, j=2)"
// expect: proved-reassociated
// run:    check --transform "parallelize(j)"
// expect: proved
// run:    check --transform "parallelize(i)"
// expect: refuted
func.func @reduction_polynomial_product(%X: memref<?xf32>, %Y: memref<?xf32>, %P: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %X, %c0 : memref<?xf32>
  %m = memref.dim %Y, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %p = affine.load %P[%i + %j] : memref<?xf32>
      %x = affine.load %X[%i] : memref<?xf32>
      %y = affine.load %Y[%j] : memref<?xf32>
      %prod = arith.mulf %x, %y : f32
      %sum = arith.addf %p, %prod : f32
      affine.store %sum, %P[%i + %j] : memref<?xf32>
    }
  }
  return
}
