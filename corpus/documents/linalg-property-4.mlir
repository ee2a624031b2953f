// why:    Linalg document, property 4: the payload is a region; it does not use what the output held
// run:    relations
// expect: ok
// run:    check --transform "tile(i=4, j=8)"
// expect: proved
#indexing_maps = [
  affine_map<(i, j) -> (i, j)>,
  affine_map<(i, j) -> (i, j)>,
  affine_map<(i, j) -> (i, j)>
]
#attrs = {
  args_in = 2,
  args_out = 1,
  indexing_maps = #indexing_maps,
  iterator_types = ["parallel", "parallel"]
}

func @sum(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %C: memref<?x?xf32>) {
  linalg.generic #attrs %A, %B, %C {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = addf %a, %b : f32
    linalg.yield %d : f32
  } : memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>
  return
}
