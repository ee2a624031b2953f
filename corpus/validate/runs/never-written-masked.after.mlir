func.func @masked(%mask: vector<4xi1>, %pass: vector<4xi32>) -> vector<4xi32> {
  %zero = arith.constant dense<0> : vector<4xi32>
  return %zero : vector<4xi32>
}
