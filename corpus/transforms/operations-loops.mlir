// why:    an operation on buffers written as loops, with steps on operations before and steps on loops after
// run:    transform --transform "lower_to_affine(S0)"
// expect: ok
// run:    transform --transform "lower_to_parallel(S0)"
// expect: ok
// run:    transform --transform "t, l = tile_using_for(S0, d0=4); promote(t, 0, 2); lower_to_scf(t)"
// expect: ok
// run:    transform --transform "interchange_iterators(S0, d2, d0, d1)"
// expect: ok
// run:    transform --transform "interchange_iterators(S0, d2, d0, d1); specialize(S0)"
// expect: ok
// run:    check --transform "generalize(S0); tile(S0, d0=4, d1=4)"
// expect: proved
// run:    check --transform "generalize(S0); parallelize(S0, d2)"
// expect: refuted
// run:    check --transform "generalize(S0); reverse(S0, d2)"
// expect: proved-reassociated
// run:    check --transform "specialize(S0)"
// expect: error
// run:    check --transform "interchange_iterators(S0, d2, d0)"
// expect: error
func.func @product(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  linalg.matmul ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>)
  return
}
