// why:    calls are inlined
// run:    validate %after
// expect: proved
util.func private @half(%x: f32) -> f32 {
  %c = arith.constant 0.5 : f32
  %r = arith.mulf %x, %c : f32
  util.return %r : f32
}
util.func public @main(%x: f32) -> f32 {
  %r = util.call @half(%x) : (f32) -> f32
  util.return %r : f32
}
