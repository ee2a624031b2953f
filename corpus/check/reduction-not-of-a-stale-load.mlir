// why:    what a branch adds to was loaded before another store to the accumulator, which counts for nothing then; no model sees that
// run:    check --transform "reverse(i)"
// expect: unknown
#late = affine_set<(d0) : (d0 - 3 >= 0)>
func.func @stale(%A: memref<8xf32>, %s: memref<f32>) {
  affine.for %i = 0 to 8 {
    %t = affine.load %s[] : memref<f32>
    %a = affine.load %A[%i] : memref<8xf32>
    affine.store %a, %s[] : memref<f32>
    %r = affine.if #late(%i) -> f32 {
      %u = arith.addf %t, %a : f32
      affine.yield %u : f32
    } else {
      affine.yield %t : f32
    }
    affine.store %r, %s[] : memref<f32>
  }
  return
}
