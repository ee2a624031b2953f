func.func @f(%x: f32) -> f32 {
  %c = arith.constant 0x3FD55555 : f32
  %r = arith.mulf %x, %c : f32
  return %r : f32
}
