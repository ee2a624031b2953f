// why:    a sum in one branch and a product in the other do not change places
// run:    check --transform "reverse(i)"
// expect: refuted
#late = affine_set<(d0) : (d0 - 3 >= 0)>
func.func @mixed(%A: memref<8xf32>, %s: memref<f32>) {
  affine.for %i = 0 to 8 {
    %t = affine.load %s[] : memref<f32>
    %a = affine.load %A[%i] : memref<8xf32>
    %r = affine.if #late(%i) -> f32 {
      %u = arith.addf %t, %a : f32
      affine.yield %u : f32
    } else {
      %u = arith.mulf %t, %a : f32
      affine.yield %u : f32
    }
    affine.store %r, %s[] : memref<f32>
  }
  return
}
