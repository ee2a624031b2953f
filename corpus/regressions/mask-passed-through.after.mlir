func.func @f(%mask: vector<4xi1>, %keep: none) -> vector<4xi1> {
  %none = arith.constant dense<false> : vector<4xi1>
  return %none : vector<4xi1>
}
