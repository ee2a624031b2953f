func.func @f(%n: i8, %A: memref<300xf32>, %x: f32) {
  %m = arith.index_castui %n : i8 to index
  affine.for %i = 0 to %m step 32 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%i)[%m] {
      affine.store %x, %A[%j] : memref<300xf32>
    }
  }
  return
}
