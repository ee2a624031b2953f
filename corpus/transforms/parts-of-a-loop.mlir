// why:    a loop in parts: at a time, by instances, first and last iterations; with steps and a negative bound; turned around it is another sum
// run:    check --transform "split(i, 0)"
// expect: proved
// run:    check --transform "split(i, n - 5); first, second = tile(i=4, i_1=4)"
// expect: error
// run:    check --transform "rest = split(i, 3); reverse(rest)"
// expect: refuted
// run:    check --transform "split(i, [n] -> { S0[i] : i mod 6 = 1 })"
// expect: refuted
// run:    check --transform "peel(i, 2)"
// expect: proved
// run:    transform --transform 'peel(i, -1)' --emit mlir
// expect: ok
// run:    check --transform "scale(i, 3)"
// expect: proved
// run:    check --transform "unroll(i, 2)"
// expect: proved
// run:    transform --transform 'unroll(i, 2)' --emit mlir
// expect: ok
// run:    check --transform "strip_mine(i, 9); coalesce(i_t, i)"
// expect: proved
func.func @prefix(%A: memref<?xf32>, %n: index) {
  affine.for %i = -5 to %n step 3 {
    %a = affine.load %A[%i + 5] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %A[%i + 8] : memref<?xf32>
  }
  return
}
