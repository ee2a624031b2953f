// why:    waw between all iterations, yet all write the same constant: reversed it computes the same; in parallel it is a race
// run:    check --transform "reverse(i)"
// expect: proved
// run:    check --transform "parallelize(i)"
// expect: refuted
func.func @reverse_same_constant(%n: index, %flag: memref<i32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %n {
    affine.store %one, %flag[] : memref<i32>
  }
  return
}
