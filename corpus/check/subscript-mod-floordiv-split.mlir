// why:    (i floordiv 4, i mod 4) names each i once, so the blocked copy has no dependence
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "reverse(i)"
// expect: proved
func.func @subscript_mod_floordiv_split(%A: memref<?xf32>, %B: memref<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    affine.store %a, %B[%i floordiv 4, %i mod 4] : memref<?x4xf32>
  }
  return
}
