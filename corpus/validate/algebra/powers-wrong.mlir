// why:    a power is another operation where the exponent is another one or the base, a sign is lost, or it is a root (of minus infinity)
// run:    validate %after
// expect: refuted
func.func @cube(%a: f32) -> f32 {
  %k = arith.constant 3.0 : f32
  %r = math.powf %a, %k : f32
  return %r : f32
}
func.func @negative(%a: f32) -> f32 {
  %k = arith.constant -2.0 : f32
  %r = math.powf %a, %k : f32
  return %r : f32
}
func.func @base(%a: f32) -> f32 {
  %k = arith.constant 2.0 : f32
  %r = math.powf %k, %a : f32
  return %r : f32
}
func.func @nothing(%a: f32) -> f32 {
  %k = arith.constant -0.0 : f32
  %r = math.powf %a, %k : f32
  return %r : f32
}
func.func @root(%a: f32) -> f32 {
  %k = arith.constant 0.5 : f32
  %r = math.powf %a, %k : f32
  return %r : f32
}
func.func @size(%a: f32) -> f32 {
  %k = arith.constant 1.0 : f32
  %r = math.powf %a, %k : f32
  return %r : f32
}
func.func @lanes(%a: vector<2xf32>) -> vector<2xf32> {
  %k = arith.constant dense<[2.0, 1.0]> : vector<2xf32>
  %r = math.powf %a, %k : vector<2xf32>
  return %r : vector<2xf32>
}
