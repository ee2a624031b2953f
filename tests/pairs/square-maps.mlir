// Named operations became loops over explicit maps; all extents agree, so any map fits.
func.func @before(%A: memref<3x3xf64>, %B: memref<3x3xf64>, %C: memref<3x3xf64>, %s: memref<3xf64>) {
  linalg.matmul ins(%A, %B : memref<3x3xf64>, memref<3x3xf64>) outs(%C : memref<3x3xf64>)
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %c = affine.load %C[%i, %j] : memref<3x3xf64>
      %x = affine.load %s[%i] : memref<3xf64>
      %d = arith.subf %x, %c : f64
      affine.store %d, %s[%i] : memref<3xf64>
    }
  }
  return
}
func.func @after(%A: memref<3x3xf64>, %B: memref<3x3xf64>, %C: memref<3x3xf64>, %s: memref<3xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
      affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%A, %B : memref<3x3xf64>, memref<3x3xf64>) outs(%C : memref<3x3xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %t = arith.addf %c, %p : f64
    linalg.yield %t : f64
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%C : memref<3x3xf64>) outs(%s : memref<3xf64>) {
  ^bb0(%c: f64, %x: f64):
    %d = arith.subf %x, %c : f64
    linalg.yield %d : f64
  }
  return
}
