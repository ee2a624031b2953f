// why:    lanes of the machine's extents have an order too: a square is not its transpose, nor are rows columns
// run:    validate %after
// expect: refuted
func.func @square(%a: vector<[4]x[4]xf32>) -> vector<[4]x[4]xf32> {
  %r = vector.transpose %a, [1, 0] : vector<[4]x[4]xf32> to vector<[4]x[4]xf32>
  return %r : vector<[4]x[4]xf32>
}
func.func @cast(%a: vector<2x[2]xf32>) -> vector<[2]x2xf32> {
  %r = vector.transpose %a, [1, 0] : vector<2x[2]xf32> to vector<[2]x2xf32>
  return %r : vector<[2]x2xf32>
}
func.func @stretched(%a: vector<[4]xf32>) -> vector<[4]x[4]xf32> {
  %b = vector.broadcast %a : vector<[4]xf32> to vector<[4]x[4]xf32>
  %r = vector.transpose %b, [1, 0] : vector<[4]x[4]xf32> to vector<[4]x[4]xf32>
  return %r : vector<[4]x[4]xf32>
}
func.func @row(%a: vector<3x[4]xf32>) -> vector<[4]xf32> {
  %r = vector.extract %a[2] : vector<[4]xf32> from vector<3x[4]xf32>
  return %r : vector<[4]xf32>
}
