func.func @shuffled(%v: vector<2xi32>) -> vector<2xi32> {
  return %v : vector<2xi32>
}
