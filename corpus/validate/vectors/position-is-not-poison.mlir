// why:    position 1 is a lane
// run:    validate %after
// expect: refuted
func.func @f(%v: vector<2x4xf32>, %x: f32) -> (vector<4xf32>, vector<2x4xf32>) {
  %0 = vector.extract %v[1] : vector<4xf32> from vector<2x4xf32>
  %1 = vector.insert %x, %v[0, 1] : f32 into vector<2x4xf32>
  return %0, %1 : vector<4xf32>, vector<2x4xf32>
}
