// why:    lanes that a mask switches off are those of the pass-through value
// run:    validate %after
// expect: refuted
func.func @f(%a: vector<4xi32>, %p: vector<4xi32>, %n: index) -> vector<4xi32> {
  %m = vector.create_mask %n : vector<4xi1>
  %r = vector.mask %m, %p { vector.yield %a : vector<4xi32> } : vector<4xi1> -> vector<4xi32>
  return %r : vector<4xi32>
}
