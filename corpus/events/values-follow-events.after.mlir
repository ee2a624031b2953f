func.func private @next() -> f32
func.func @mixed(%A: memref<8xf32>, %x: f32) -> f32 {
  affine.for %j = 1 to 9 {
    %i = affine.apply affine_map<(d0) -> (d0 - 1)>(%j)
    %a = affine.load %A[%i] : memref<8xf32>
    %y = "test.op"(%a, %x) {k = 1 : i32} : (f32, f32) -> f32
    affine.store %y, %A[%i] : memref<8xf32>
  }
  %p = func.call @next() : () -> f32
  %q = func.call @next() : () -> f32
  %r = arith.subf %p, %q : f32
  return %r : f32
}
