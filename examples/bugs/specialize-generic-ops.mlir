// pass: func.func(linalg-specialize-generic-ops)
// args: 2x2 2x2 2x2
// before: [[1,   4], [7,   3]] [[2,   5], [1,   4]] [[25,   23], [31,   24]]
// after: [[1,   4], [7,   3]] [[2,   5], [1,   4]] [[9,   27], [19,   52]]
func.func @transposed(%A: memref<2x2xf64>, %B: memref<2x2xf64>, %C: memref<2x2xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
      affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%A, %B : memref<2x2xf64>, memref<2x2xf64>) outs(%C : memref<2x2xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  }
  return
}
