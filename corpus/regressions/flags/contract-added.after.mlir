func.func @f(%a: f32, %b: f32) -> f32 {
  %y = arith.mulf %a, %b fastmath<contract>: f32
  %x = arith.addf %a, %y fastmath<contract>: f32
  return %x : f32 }
