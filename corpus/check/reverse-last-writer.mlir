// why:    no value flows, but every iteration writes the one cell (waw, all distances): the last one decides
// run:    check --transform "reverse(i)"
// expect: refuted
// run:    check --transform "parallelize(i)"
// expect: refuted
func.func @reverse_last_writer(%A: memref<?xf32>, %last: memref<f32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %last[] : memref<f32>
  }
  return
}
