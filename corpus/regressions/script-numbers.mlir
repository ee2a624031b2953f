// why:    factors of 63 bits became factors of loops, which overflow at the second iteration; so do products of smaller ones
// run:    transform --transform "skew(j, i, 9223372036854775807)"
// expect: error
// run:    transform --transform "skew(j, i, 2147483647)"
// expect: ok
// run:    transform --transform "scale(i, 2147483647); scale(i, 2147483647); skew(j, i, 1)"
// expect: error
// run:    transform --transform "skew(k, j, 2147483647); skew(j, i, 2147483647)"
// expect: error
// run:    transform --transform "shift(i, 4294967296)"
// expect: error
// run:    transform --transform "shift(i, 3*n - 9223372036854775807*n)"
// expect: error
// run:    transform --transform "tile(i=9223372036854775807)"
// expect: error
// run:    transform --transform "unimodular(i, j, [[1, 4611686018427387904], [0, 1]])"
// expect: error
// run:    transform --transform "unimodular(i, j, k, [[1, 2147483647, 0], [0, 1, 2147483647], [0, 0, 1]])"
// expect: error
// run:    transform --transform "schedule({ S0[i, j, k] -> [i, j + 4611686018427387904 i, k] })"
// expect: error
// run:    transform --transform "peel(i, -9223372036854775808)"
// expect: error
// run:    check --transform ""
// expect: error
func.func @f(%A: memref<?x?x?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %n {
        %a = affine.load %A[%i, %j, %k] : memref<?x?x?xf32>
        %b = arith.addf %a, %a : f32
        affine.store %b, %A[%i, %j, %k] : memref<?x?x?xf32>
      }
    }
  }
  return
}
