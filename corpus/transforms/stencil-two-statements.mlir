// why:    two statements in a time step: in turn, the first at times 2t and the second at 2t + 1, they are a stencil of one loop in time, with diamonds
// run:    check --transform "scale(t, 2); shift(S1, t, 1); fuse(i, j); diamond(t, i, 8)"
// expect: proved
// run:    check --transform "scale(t, 2); shift(S1, t, 1); fuse(i, j); time_tile(t=8, i=16)"
// expect: proved
// run:    check --transform "schedule({ S0[t, i] -> [2t, i]; S1[t, j] -> [2t + 1, j] }); diamond(t0, t1, 8)"
// expect: proved
// run:    check --transform "schedule({ S0[t, i] -> [2t, i]; S1[t, j] -> [2t, j + 2] })"
// expect: proved
// run:    check --transform "schedule({ S0[t, i] -> [2t, i]; S1[t, j] -> [2t, j] })"
// expect: refuted
// run:    check --transform "scale(t, 2); shift(S1, t, 1); fuse(i, j); tile(t=4, i=8)"
// expect: refuted
// run:    check --transform "diamond(t, i, 8)"
// expect: error
// run:    check --transform "fuse(i, j, 1); diamond(t, i, 8)"
// expect: error
func.func @jacobi(%A: memref<?xf32>, %B: memref<?xf32>, %T: index) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xf32>
  %third = arith.constant 0.33333 : f32
  affine.for %t = 0 to %T {
    affine.for %i = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %A[%i - 1] : memref<?xf32>
      %b = affine.load %A[%i] : memref<?xf32>
      %c = affine.load %A[%i + 1] : memref<?xf32>
      %d = arith.addf %a, %b : f32
      %e = arith.addf %d, %c : f32
      %f = arith.mulf %e, %third : f32
      affine.store %f, %B[%i] : memref<?xf32>
    }
    affine.for %j = 1 to affine_map<()[s0] -> (s0 - 1)>()[%n] {
      %a = affine.load %B[%j - 1] : memref<?xf32>
      %b = affine.load %B[%j] : memref<?xf32>
      %c = affine.load %B[%j + 1] : memref<?xf32>
      %d = arith.addf %a, %b : f32
      %e = arith.addf %d, %c : f32
      %f = arith.mulf %e, %third : f32
      affine.store %f, %A[%j] : memref<?xf32>
    }
  }
  return
}
