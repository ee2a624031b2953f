func.func @f(%v: vector<1xf32>, %m: vector<1xi1>) -> f32 {
  %r = vector.extract %v[0] : f32 from vector<1xf32>
  return %r : f32
}
