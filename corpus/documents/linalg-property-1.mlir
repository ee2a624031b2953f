// why:    Linalg document, property 1: operands define the iteration space; elements are vectors, every other one, from the second
// run:    relations
// expect: ok
#accesses = [
  affine_map<(m) -> (m)>,
  affine_map<(m) -> (m)>
]
#attrs = {
  args_in = 1,
  args_out = 1,
  indexing_maps = #accesses,
  iterator_types = ["parallel"]
}
#identity = affine_map<(d0) -> (d0)>

func @scale(%A: memref<?xf32, #identity>,
            %B: memref<?xvector<4xf32>, offset: 1, strides: [2]>) {
  linalg.generic #attrs %A, %B {
  ^bb0(%a: f32, %b: vector<4xf32>):
    %c = "some.compute"(%a, %b) : (f32, vector<4xf32>) -> (vector<4xf32>)
    linalg.yield %c : vector<4xf32>
  } : memref<?xf32, #identity>, memref<?xvector<4xf32>, offset: 1, strides: [2]>
  return
}
