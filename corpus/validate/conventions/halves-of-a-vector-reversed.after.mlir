func.func @f(%a: vector<3x2xi32>) -> vector<3x2xi32> {
  %0 = vector.shuffle %a, %a [2, 1, 0] : vector<3x2xi32>, vector<3x2xi32>
  return %0 : vector<3x2xi32>
}
