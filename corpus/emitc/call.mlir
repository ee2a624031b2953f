// why:    a function of C is a function; its call is inlined, and the loop goes the other way round
// run:    validate %after
// expect: proved
emitc.func private @twice(%x: f32) -> f32 attributes {specifiers = ["static"]} {
  %r = arith.addf %x, %x : f32
  return %r : f32
}
emitc.func @main(%A: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %v = affine.load %A[%i] : memref<8xf32>
    %w = emitc.call @twice(%v) : (f32) -> f32
    affine.store %w, %A[%i] : memref<8xf32>
  }
  return
}
