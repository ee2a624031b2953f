// why:    as contract-added, of a reduction
// run:    validate %after
// expect: unknown
func.func @f(%a: vector<4xf32>) -> f32 {
  %x = vector.reduction <add>, %a : vector<4xf32> into f32
  return %x : f32 }
