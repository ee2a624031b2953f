// why:    steps on loops and on operations in any order: tiles keep the operation, what became loops is gone, and a refutation names the step
// run:    check --transform "tile(d0=8, d1=8); pad(S0, d2=4)"
// expect: proved-reassociated
// run:    transform --transform "strip_mine(d2, 4); generalize(linalg.matmul); interchange_iterators(S0, d1, d0, d2)"
// expect: ok
// run:    check --transform "tile(d0=8); parallelize(d0_t); pad(S0, d2=4)"
// expect: error
// run:    check --transform "tile(d0=8:4); t = generalize(S0)"
// expect: error
// run:    check --transform "structured.generalize(S0); transform.structured.pad(S0, d2=4); structured.tile_using_for(S0, d0=4)"
// expect: proved-reassociated
// run:    check --transform "generalize(S0); tile(d0=8); pad(S0, 1.0, d2=4); tile_using_for(S0, d1=2)"
// expect: refuted
// run:    check --transform "interchange(d0, d1); data_copy(d1, A); tile(d0=4); unroll(d0, 2)"
// expect: proved
// run:    check --transform "generalize(S0); reverse(d2); data_copy(d0, A)"
// expect: proved-reassociated
func.func @product(%A: tensor<?x?xf32>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.matmul ins(%A, %B : tensor<?x?xf32>, tensor<?x?xf32>) outs(%C : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
