// why:    a product of 8-bit floats, tiled
// run:    validate %after
// expect: proved
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @f(%A: memref<?x?xf8E4M3FN>, %B: memref<?x?xf8E5M2>, %C: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%A, %B : memref<?x?xf8E4M3FN>, memref<?x?xf8E5M2>) outs(%C : memref<?x?xf32>) {
  ^bb0(%a: f8E4M3FN, %b: f8E5M2, %c: f32):
    %x = arith.extf %a : f8E4M3FN to f32
    %y = arith.extf %b : f8E5M2 to f32
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}
