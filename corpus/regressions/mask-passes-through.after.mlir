func.func @f(%a: vector<4xi32>, %p: vector<4xi32>, %n: index) -> vector<4xi32> {
  %m = vector.create_mask %n : vector<4xi1>
  return %a : vector<4xi32>
}
