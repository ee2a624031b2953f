// why:    Found by the red team: the result of the reduction has a dimension that the source does not have, and the model panicked.
// run:    parse
// expect: error
func.func @f(%v: vector<4x8xf32>, %a: vector<4x8xf32>) -> vector<4x8xf32> {
  %r = vector.multi_reduction <add>, %v, %a [1] : vector<4x8xf32> to vector<4x8xf32>
  return %r : vector<4x8xf32>
}
