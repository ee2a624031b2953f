func.func @g(%a: f32, %b: f32, %A: memref<8xf32>) {
  %dead = arith.addf %a, %b fastmath<fast> : f32
  affine.for %i = 0 to 8 {
    affine.store %a, %A[%i] : memref<8xf32>
  }
  return
}
func.func @i(%a: i32, %b: i32, %A: memref<8xi32>) {
  %dead = arith.addi %a, %b overflow<nsw> : i32
  affine.for %i = 0 to 8 {
    affine.store %a, %A[%i] : memref<8xi32>
  }
  return
}
func.func @s(%a: f32, %b: f32) -> f32 {
  %dead = arith.addf %a, %b fastmath<nnan> : f32
  return %a : f32
}
func.func @t(%a: f32, %b: f32) -> f32 {
  %dead = arith.addf %a, %b fastmath<nnan> : f32
  return %a : f32
}
func.func @hoisted(%a: f32, %b: f32, %A: memref<?xf32>, %n: index) {
  %x = arith.addf %a, %b fastmath<nnan,ninf> : f32
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<?xf32>
  }
  return
}
