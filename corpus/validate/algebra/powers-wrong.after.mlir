func.func @cube(%a: f32) -> f32 {
  %r = arith.mulf %a, %a : f32
  return %r : f32
}
func.func @negative(%a: f32) -> f32 {
  %r = arith.mulf %a, %a : f32
  return %r : f32
}
func.func @base(%a: f32) -> f32 {
  %r = arith.mulf %a, %a : f32
  return %r : f32
}
func.func @nothing(%a: f32) -> f32 {
  %r = arith.constant 0.0 : f32
  return %r : f32
}
func.func @root(%a: f32) -> f32 {
  %r = math.sqrt %a : f32
  return %r : f32
}
func.func @size(%a: f32) -> f32 {
  %r = math.absf %a : f32
  return %r : f32
}
func.func @lanes(%a: vector<2xf32>) -> vector<2xf32> {
  %r = arith.mulf %a, %a : vector<2xf32>
  return %r : vector<2xf32>
}
