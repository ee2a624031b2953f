// why:    A[i + m] is ahead by an unknown m: with m >= n it is never written, with m = 1 it is the next cell
// run:    check --transform "parallelize(i)" --assume "m >= n"
// expect: proved
// run:    check --transform "parallelize(i)"
// expect: refuted
func.func @parallel_symbolic_offset(%n: index, %m: index, %A: memref<?xf32>) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i + symbol(%m)] : memref<?xf32>
    affine.store %a, %A[%i] : memref<?xf32>
  }
  return
}
