// why:    the elements come in the opposite order
// run:    validate %after
// expect: unknown
func.func @f(%a: vector<3xi64>) -> vector<3xi64> {
  return %a : vector<3xi64>
}
