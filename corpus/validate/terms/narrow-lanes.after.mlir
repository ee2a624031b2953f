func.func @widened(%a: vector<8xi4>) -> vector<8xi8> {
  %c = arith.constant dense<4> : vector<4xi8>
  %b = vector.bitcast %a : vector<8xi4> to vector<4xi8>
  %u = arith.shli %b, %c : vector<4xi8>
  %low = arith.shrsi %u, %c : vector<4xi8>
  %high = arith.shrsi %b, %c : vector<4xi8>
  %r = vector.interleave %low, %high : vector<4xi8> -> vector<8xi8>
  return %r : vector<8xi8>
}
