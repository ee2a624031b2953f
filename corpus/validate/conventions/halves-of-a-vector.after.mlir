func.func @f(%a: vector<3x2xi32>) -> vector<3x2xi32> {
  return %a : vector<3x2xi32>
}
