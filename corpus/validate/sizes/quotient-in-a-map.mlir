// why:    a map divides by positive numbers only, arithmetic by negative ones too
// run:    validate %after
// expect: refuted
func.func @f(%n: index, %m: index, %A: memref<?xf32>, %x: f32) {
  %q = arith.floordivsi %n, %m : index
  affine.for %i = 0 to %q step 4 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%q] {
      affine.store %x, %A[%j] : memref<?xf32>
    }
  }
  return
}
