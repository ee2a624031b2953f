// why:    the statement name from polyvet.name reads better in a script than S0
// run:    relations
// expect: ok
// run:    deps
// expect: ok
// run:    check --transform "tile(product, m=4, n=4, k=4)"
// expect: proved
// run:    check --transform "parallelize(product, k)"
// expect: refuted
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @named_statement(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  linalg.generic {
      indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%A, %B : memref<?x?xf32>, memref<?x?xf32>) outs(%C : memref<?x?xf32>) attrs = {polyvet.name = "product"} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %product = arith.mulf %a, %b : f32
    %sum = arith.addf %c, %product : f32
    linalg.yield %sum : f32
  }
  return
}
