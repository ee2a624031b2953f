func.func @outer(%a: vector<2xf32>, %b: vector<[2]xf32>, %c: vector<2x[2]xf32>) -> vector<2x[2]xf32> {
  %x = vector.broadcast %a : vector<2xf32> to vector<[2]x2xf32>
  %y = vector.transpose %x, [1, 0] : vector<[2]x2xf32> to vector<2x[2]xf32>
  %z = vector.broadcast %b : vector<[2]xf32> to vector<2x[2]xf32>
  %p = arith.mulf %y, %z : vector<2x[2]xf32>
  %r = arith.addf %c, %p : vector<2x[2]xf32>
  return %r : vector<2x[2]xf32>
}
func.func @row(%a: vector<3x[4]xf32>) -> vector<[4]xf32> {
  %r = vector.extract %a[2] : vector<[4]xf32> from vector<3x[4]xf32>
  return %r : vector<[4]xf32>
}
func.func @unit(%a: vector<[4]xi32>) -> vector<1x[4]xi32> {
  %r = vector.broadcast %a : vector<[4]xi32> to vector<1x[4]xi32>
  return %r : vector<1x[4]xi32>
}
