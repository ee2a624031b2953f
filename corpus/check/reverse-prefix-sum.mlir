// why:    each cell needs its finished left neighbour, distance 1; reversed or in parallel it meets the old value
// run:    check --transform "reverse(i)"
// expect: refuted
// run:    check --transform "parallelize(i)"
// expect: refuted
// run:    check --transform "tile(i=8)"
// expect: proved
func.func @reverse_prefix_sum(%A: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 1 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %a1 = affine.load %A[%i - 1] : memref<?xf32>
    %sum = arith.addf %a, %a1 : f32
    affine.store %sum, %A[%i] : memref<?xf32>
  }
  return
}
