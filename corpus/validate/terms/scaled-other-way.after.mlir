func.func @wide(%x: vector<4xf4E2M1FN>, %s: vector<4xf16>) -> vector<4xf32> {
  %1 = arith.extf %s : vector<4xf16> to vector<4xf32>
  %2 = arith.extf %x : vector<4xf4E2M1FN> to vector<4xf32>
  %3 = arith.mulf %2, %1 : vector<4xf32>
  return %3 : vector<4xf32>
}
func.func @narrow(%x: f32, %s: f8E8M0FNU) -> f4E2M1FN {
  %0 = arith.extf %s : f8E8M0FNU to f32
  %1 = arith.mulf %x, %0 : f32
  %2 = arith.truncf %1 to_nearest_even : f32 to f4E2M1FN
  return %2 : f4E2M1FN
}
