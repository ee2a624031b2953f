// why:    distances (1, -1): each transform that turns them around, or has no way not to, is refused
// run:    check --transform "permute(j, i)"
// expect: refuted
// run:    check --transform "interchange(i, j)"
// expect: refuted
// run:    check --transform "tile(i=4, j=4)"
// expect: refuted
// run:    check --transform "unroll_jam(i, 4)"
// expect: refuted
// run:    check --transform "vectorize(i)"
// expect: refuted
// run:    check --transform "vectorize(j)"
// expect: proved
// run:    check --transform "wavefront(i, j)"
// expect: refuted
// run:    check --transform "unimodular(i, j, [[0, 1], [1, 0]])"
// expect: refuted
// run:    check --transform "schedule({ S0[i, j] -> [j, i] })"
// expect: refuted
// run:    check --transform "skew(i, j, 2)"
// expect: refuted
// run:    check --transform "split(i, 8); reverse(i)"
// expect: refuted
// run:    check --transform "strip_mine(i, 4); interchange(i, j)"
// expect: refuted
// run:    check --transform "coalesce(i, j)"
// expect: error
// run:    check --param n=9 --transform "coalesce(i, j); reverse(i)"
// expect: refuted
// run:    check --transform "tile(i=4); separate(i_t); peel(j, 1)"
// expect: proved
// run:    check --transform "scale(i, 3); unroll(j, 2)"
// expect: proved
func.func @diagonal(%A: memref<?x?xf32>, %n: index) {
  affine.for %i = 1 to %n {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i - 1, %j + 1] : memref<?x?xf32>
      %b = arith.mulf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
