// why:    tutorial, contraction: maps say which lanes are multiplied
// run:    relations
// expect: ok
func.func @sum(%0: vector<8xf32>) -> f32 {
  // The neutral element of addition, and that of multiplication.
  %init = arith.constant 0.0 : f32
  %ones = arith.constant dense<1.0> : vector<8xf32>
  %result = vector.contract {
    indexing_maps = [affine_map<(i) -> (i)>,
                     affine_map<(i) -> (i)>,
                     affine_map<(i) -> ()>],
    iterator_types = ["reduction"]
  } %0, %ones, %init : vector<8xf32>, vector<8xf32> into f32
  return %result : f32
}

func.func @product(%lhs: vector<8x10xf32>, %rhs: vector<10x16xf32>, %init: vector<8x16xf32>) -> vector<8x16xf32> {
  %result = vector.contract {
    indexing_maps = [affine_map<(i, j, k) -> (i, k)>,
                     affine_map<(i, j, k) -> (k, j)>,
                     affine_map<(i, j, k) -> (i, j)>],
    iterator_types = ["parallel", "parallel", "reduction"]
  } %lhs, %rhs, %init : vector<8x10xf32>, vector<10x16xf32> into vector<8x16xf32>
  return %result : vector<8x16xf32>
}
