func.func @f(%v: vector<2xf32>, %start: vector<2xf32>) -> vector<2xf32> {
  return %v : vector<2xf32>
}
