// why:    mlir-opt --canonicalize drops the start of a vector.multi_reduction that reduces no dimension
// run:    validate %after
// expect: refuted
func.func @f(%v: vector<2xf32>, %start: vector<2xf32>) -> vector<2xf32> {
  %r = vector.multi_reduction <mul>, %v, %start [] : vector<2xf32> to vector<2xf32>
  return %r : vector<2xf32>
}
