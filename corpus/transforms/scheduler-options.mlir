// why:    isl's scheduler with its options and constraints of the user: fused or not, an order that is asked for, names that are not there
// run:    transform --transform "schedule(auto, fusion=max, outer_coincidence)"
// expect: ok
// run:    transform --transform "schedule(auto, fusion=min)"
// expect: ok
// run:    transform --transform "schedule(auto, validity={ S0[i] -> S1[j] })"
// expect: ok
// run:    check --transform "schedule(auto, proximity={ T[i] -> S1[i] })"
// expect: error
// run:    check --transform "schedule(auto, fusion=all)"
// expect: error
func.func @f(%A: memref<64xf32>, %B: memref<64xf32>, %C: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %A[%i] : memref<64xf32>
    affine.store %a, %B[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %b = affine.load %B[%i] : memref<64xf32>
    %c = arith.addf %b, %b : f32
    affine.store %c, %C[%i] : memref<64xf32>
  }
  return
}
