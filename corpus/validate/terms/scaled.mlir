// why:    Floats with a scale of their own, as their definition says.
// run:    validate %after
// expect: proved
func.func @wide(%x: vector<4xf4E2M1FN>, %s: vector<4xf16>) -> vector<4xf32> {
  %0 = arith.scaling_extf %x, %s : vector<4xf4E2M1FN>, vector<4xf16> to vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @narrow(%x: f32, %s: f8E8M0FNU) -> f4E2M1FN {
  %0 = arith.scaling_truncf %x, %s to_nearest_even : f32, f8E8M0FNU to f4E2M1FN
  return %0 : f4E2M1FN
}
