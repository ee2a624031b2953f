// why:    tutorial, elementwise extension: one operation on numbers and on vectors of any rank
// run:    relations
// expect: ok
func.func @scalar(%0: f32, %1: f32) -> f32 {
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}

func.func @one_dimension(%0: vector<8xf32>, %1: vector<8xf32>) -> vector<8xf32> {
  %2 = arith.addf %0, %1 : vector<8xf32>
  return %2 : vector<8xf32>
}

func.func @many(%0: vector<8x4xf32>, %1: vector<8x4xf32>, %3: vector<2x2x2x2x2x2x2xf32>, %4: vector<2x2x2x2x2x2x2xf32>)
    -> (vector<8x4xf32>, vector<2x2x2x2x2x2x2xf32>) {
  %2 = arith.addf %0, %1 : vector<8x4xf32>
  %5 = arith.addf %3, %4 : vector<2x2x2x2x2x2x2xf32>
  return %2, %5 : vector<8x4xf32>, vector<2x2x2x2x2x2x2xf32>
}
