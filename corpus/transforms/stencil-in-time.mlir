// why:    distances (1, -1), (1, 0), (1, 1): one skew makes tiles legal, diamonds need none, diagonals need the skew
// run:    check --transform "tile(t=4, i=8)"
// expect: refuted
// run:    check --transform "time_tile(t=4, i=8)"
// expect: proved
// run:    check --transform "diamond(t, i, 8)"
// expect: proved
// run:    transform --transform 'diamond(t, i, 8)' --emit c
// expect: ok
// run:    check --transform "wavefront(t, i)"
// expect: refuted
// run:    check --transform "skew(i, t, 1); wavefront(t, i)"
// expect: proved
// run:    check --transform "time_tile(t=4, i=8); wavefront(t_t, i_t)"
// expect: proved
// run:    check --transform "unimodular(t, i, [[2, 1], [1, 0]])"
// expect: proved
// run:    check --transform "unimodular(t, i, [[1, 2], [0, 1]])"
// expect: refuted
// run:    check --transform "unimodular(t, i, [[2, 0], [0, 1]])"
// expect: error
// run:    check --transform "schedule({ S0[t, i] -> [2t + i, t] })"
// expect: proved
// run:    check --transform "schedule({ S0[t, i] -> [i, t] })"
// expect: refuted
// run:    check --transform "schedule(auto)"
// expect: proved
func.func @jacobi(%A: memref<?x?xf32>, %steps: index, %n: index) {
  affine.for %t = 1 to %steps {
    affine.for %i = 1 to %n {
      %a = affine.load %A[%t - 1, %i - 1] : memref<?x?xf32>
      %b = affine.load %A[%t - 1, %i] : memref<?x?xf32>
      %c = affine.load %A[%t - 1, %i + 1] : memref<?x?xf32>
      %d = arith.addf %a, %b : f32
      %e = arith.addf %d, %c : f32
      affine.store %e, %A[%t, %i] : memref<?x?xf32>
    }
  }
  return
}
