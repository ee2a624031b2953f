func.func @f(%v: vector<2x4xf32>, %x: f32) -> (vector<4xf32>, vector<2x4xf32>) {
  %0 = ub.poison : vector<4xf32>
  %1 = ub.poison : vector<2x4xf32>
  return %0, %1 : vector<4xf32>, vector<2x4xf32>
}
