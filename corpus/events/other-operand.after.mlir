func.func private @next() -> f32
func.func @mixed(%A: memref<8xf32>, %x: f32) -> f32 {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %y = "test.op"(%x, %a) {k = 1 : i32} : (f32, f32) -> f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  %p = func.call @next() : () -> f32
  %q = func.call @next() : () -> f32
  %r = arith.subf %p, %q : f32
  return %r : f32
}
