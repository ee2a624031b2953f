func.func @f(%A: memref<4xf32>, %i: index) -> f32 {
  %a = "memref.load"(%A, %i) <{invariant = true}> : (memref<4xf32>, index) -> f32
  return %a : f32
}
