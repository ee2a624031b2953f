func.func @f(%n: index, %s: index, %x: f32) -> f32 {
  affine.if affine_set<(d0)[s0] : (d0 floordiv s0 >= 0)>(%n)[%s] {
    %y = arith.addf %x, %x : f32
  }
  return %x : f32
}
