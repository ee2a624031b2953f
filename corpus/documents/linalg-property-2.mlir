// why:    Linalg document, property 2: from iterations to data and back; the claim that `i` is parallel is false
// run:    relations
// expect: ok
// run:    map --iterations "{ S0[i, j] : i = 1 }"
// expect: ok
// run:    map --data "{ B[4] }"
// expect: ok
#indexing_maps = [
  affine_map<(i, j) -> (j, i)>,
  affine_map<(i, j) -> (j)>
]
#attrs = {
  args_in = 1,
  args_out = 1,
  indexing_maps = #indexing_maps,
  iterator_types = ["parallel", "parallel"]
}

func @columns(%A: memref<8x?xf32, offset: 0, strides: [2, 2]>,
              %B: memref<?xvector<4xf32>>) {
  linalg.generic #attrs %A, %B {
  ^bb0(%a: f32, %b: vector<4xf32>):
    %all = vector.broadcast %a : f32 to vector<4xf32>
    %c = arith.addf %b, %all : vector<4xf32>
    linalg.yield %c : vector<4xf32>
  } : memref<8x?xf32, offset: 0, strides: [2, 2]>, memref<?xvector<4xf32>>
  return
}
