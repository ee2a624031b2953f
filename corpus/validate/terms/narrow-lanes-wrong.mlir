// why:    the wrong neighbours: halves in the other order, and one without its sign
// run:    validate %after
// expect: unknown
func.func @widened(%a: vector<8xi4>) -> vector<8xi8> {
  %r = arith.extsi %a : vector<8xi4> to vector<8xi8>
  return %r : vector<8xi8>
}
func.func @sign(%a: vector<8xi4>) -> vector<8xi8> {
  %r = arith.extsi %a : vector<8xi4> to vector<8xi8>
  return %r : vector<8xi8>
}
