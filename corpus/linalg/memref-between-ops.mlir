// why:    on memrefs the second op overwrites what the first one reads: a war dependence between structured ops
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "reverse(S0, d0); reverse(S1, d0)"
// expect: proved
func.func @memref_between_ops(%A: memref<?xf32>, %B: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.exp ins(%A : memref<?xf32>) outs(%B : memref<?xf32>)
  linalg.fill ins(%zero : f32) outs(%A : memref<?xf32>)
  return
}
