// why:    a generic names the library function that it is to become, which touches what the generic does
// run:    relations
// expect: ok
// run:    check --transform "parallelize(i)"
// expect: proved
func.func private @sum_rows(%from: memref<8x16xf32>, %to: memref<8xf32>)
  reads: {%from, %to}
  writes: {%to}

func.func @sums(%A: memref<8x16xf32>, %B: memref<8xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"],
    polyvet.dims = ["i", "j"],
    library_call = "sum_rows"
  } ins(%A : memref<8x16xf32>) outs(%B : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  return
}
