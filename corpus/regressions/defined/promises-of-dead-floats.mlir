// why:    a promise about floats counts where it stands, whether its result is used or not, as that about integers; without runs these were proved (found by the red team)
// run:    validate %after
// expect: refuted
func.func @g(%a: f32, %b: f32, %A: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.store %a, %A[%i] : memref<8xf32>
  }
  return
}
func.func @i(%a: i32, %b: i32, %A: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    affine.store %a, %A[%i] : memref<8xi32>
  }
  return
}
func.func @s(%a: f32, %b: f32) -> f32 {
  return %a : f32
}
func.func @t(%a: f32, %b: f32) -> f32 {
  %dead = arith.addf %a, %b : f32
  return %a : f32
}
func.func @hoisted(%a: f32, %b: f32, %A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %x = arith.addf %a, %b fastmath<nnan,ninf> : f32
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
