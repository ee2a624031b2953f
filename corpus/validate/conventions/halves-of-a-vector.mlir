// why:    a vector of wide integers gets a dimension for the halves
// run:    validate %after
// expect: proved
func.func @f(%a: vector<3xi64>) -> vector<3xi64> {
  return %a : vector<3xi64>
}
