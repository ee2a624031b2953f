// why:    lanes of four bits are halves of bytes, the first the lower one, which the proof assumes
// run:    validate %after
// expect: proved
func.func @widened(%a: vector<8xi4>) -> vector<8xi8> {
  %r = arith.extsi %a : vector<8xi4> to vector<8xi8>
  return %r : vector<8xi8>
}
