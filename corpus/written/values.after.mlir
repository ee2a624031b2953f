func.func @f(%x: f32, %n: f32) -> f32 {
  %id = test.seed x
  %m = arith.addf %n, %id : f32
  %y = test.get %m : f32 -> f32
  %z = arith.mulf %x, %y : f32
  return %z : f32
}
