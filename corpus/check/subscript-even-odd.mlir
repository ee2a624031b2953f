// why:    A[2i] is written and A[2i + 1] read: the subscripts never meet although their ranges overlap
// run:    check --transform "parallelize(i)"
// expect: proved
// run:    check --transform "reverse(i)"
// expect: proved
func.func @subscript_even_odd(%n: index, %A: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[2 * %i + 1] : memref<?xf32>
    affine.store %a, %A[2 * %i] : memref<?xf32>
  }
  return
}
