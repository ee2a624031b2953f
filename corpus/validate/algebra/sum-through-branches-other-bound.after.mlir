#late = affine_set<(d0) : (3 - d0 >= 0)>
func.func @some(%A: memref<8xf32>, %s: memref<f32>) {
  affine.for %i = 0 to 8 {
    %t = affine.load %s[] : memref<f32>
    %a = affine.load %A[7 - %i] : memref<8xf32>
    %r = affine.if #late(%i) -> f32 {
      %u = arith.addf %t, %a : f32
      affine.yield %u : f32
    } else {
      %double = arith.addf %a, %a : f32
      %u = arith.addf %t, %double : f32
      affine.yield %u : f32
    }
    affine.store %r, %s[] : memref<f32>
  }
  return
}
