// why:    of a vector whose length only the machine knows there are as many lanes as are known; each is a vector itself
// run:    validate %after
// expect: proved
func.func @outer(%a: vector<2xf32>, %b: vector<[2]xf32>, %c: vector<2x[2]xf32>) -> vector<2x[2]xf32> {
  %r = vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<2xf32>, vector<[2]xf32>
  return %r : vector<2x[2]xf32>
}
func.func @row(%a: vector<3x[4]xf32>) -> vector<[4]xf32> {
  %t = vector.transpose %a, [1, 0] : vector<3x[4]xf32> to vector<[4]x3xf32>
  %b = vector.transpose %t, [1, 0] : vector<[4]x3xf32> to vector<3x[4]xf32>
  %r = vector.extract %b[2] : vector<[4]xf32> from vector<3x[4]xf32>
  return %r : vector<[4]xf32>
}
func.func @unit(%a: vector<[4]xi32>) -> vector<1x[4]xi32> {
  %r = vector.shape_cast %a : vector<[4]xi32> to vector<1x[4]xi32>
  return %r : vector<1x[4]xi32>
}
