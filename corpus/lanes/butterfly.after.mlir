func.func @sum(%lane: index, %v: vector<1xf32>) -> f32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %0 = vector.extract %v[0] : f32 from vector<1xf32>
  %1, %p1 = "gpu.shuffle"(%0, %c1, %c4) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
  %2 = arith.addf %0, %1 : f32
  %3, %p3 = "gpu.shuffle"(%2, %c2, %c4) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1)
  %4 = arith.addf %2, %3 : f32
  return %4 : f32
}
