// why:    poison of BEFORE may become anything
// run:    validate %after
// expect: proved
func.func @shuffled(%v: vector<2xi32>) -> vector<2xi32> {
  %r = vector.shuffle %v, %v [0, -1] : vector<2xi32>, vector<2xi32>
  return %r : vector<2xi32>
}
