// why:    one sum over both loops, distances (0, +) and (+, *): any other order adds the same terms, but floats may round otherwise
// run:    check --transform "interchange(i, j)"
// expect: proved-reassociated
// run:    check --transform "tile(i=4, j=4)"
// expect: proved-reassociated
// run:    check --transform "reverse(i); reverse(j)"
// expect: proved-reassociated
// run:    check --transform "tile(j=4)"
// expect: proved
func.func @reduction_total_float(%A: memref<?x?xf32>, %total: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %A, %c0 : memref<?x?xf32>
  %m = memref.dim %A, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %totalv = affine.load %total[] : memref<f32>
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %sum = arith.addf %totalv, %a : f32
      affine.store %sum, %total[] : memref<f32>
    }
  }
  return
}
