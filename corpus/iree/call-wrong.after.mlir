util.func public @main(%x: f32) -> f32 {
  %c = arith.constant 0.25 : f32
  %r = arith.mulf %x, %c : f32
  util.return %r : f32
}
